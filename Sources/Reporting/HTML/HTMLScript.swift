/// The page's script.
///
/// The script shows and hides parts of the page, and fills the list of matrix cells with text
/// nodes. It never creates markup from text, so it needs no escaping. The part of the address after
/// `#` contains the state of the page, so that a link to this state can be shared. This part is a
/// finding's anchor, such as `#core-cycle-none`, or a list of filters, such as
/// `#ending=none&q=FeedViewModel&theme=dark`.
enum HTMLScript {
  static let text: HTML = """

    "use strict";
    (() => {
      const byId = id => document.getElementById(id);
      const search = byId("search"), count = byId("count"), none = byId("none");
      const findings = [...document.querySelectorAll("article.finding")];
      const rows = [...document.querySelectorAll("tr.row")];
      const lists = [...document.querySelectorAll("select[data-key]")];
      const chips = [...document.querySelectorAll("a.filter")];
      const keys = ["status", "ending", "source", "operator", "cause", "type"];
      const words = new Map(), values = new Map();
      for (const item of [...findings, ...rows]) words.set(item, item.textContent.toLowerCase());
      for (const item of findings) {
        const own = {};
        for (const key of keys) own[key] = JSON.parse(item.dataset[key === "type" ? "types" : key]);
        values.set(item, own);
      }
      let filters = {}, cell = "", showsCells = false, cells = null, folded = {};

      function loadCells() {
        if (cells) return cells;
        const holder = byId("cell-data");
        const data = holder ? JSON.parse(holder.dataset.cells) : { texts: [], rows: [] };
        folded = data.folded || {};
        cells = data.rows.map(row => row.map(index => data.texts[index]));
        return cells;
      }

      function listCells() {
        const section = byId("cells");
        if (!section) return;
        section.hidden = !showsCells;
        if (!showsCells) return;
        const chosen = loadCells().filter(row => cell ? row.slice(0, 4).join("/") === cell
          : (!filters.source || row[0] === filters.source)
            && (!filters.operator || row[1] === filters.operator)
            && (!filters.ending || (folded[row[2]] || row[2]) === filters.ending));
        const body = byId("cell-rows");
        body.replaceChildren();
        for (const row of chosen.slice(0, 300)) {
          const line = body.insertRow();
          line.insertCell().textContent = row[4];
          const id = row.slice(0, 4).join("/");
          const name = document.createElement("code");
          name.textContent = id;
          line.insertCell().append(name);
          const links = line.insertCell();
          for (const anchor of row.slice(5)) {
            const link = document.createElement("a");
            link.href = "#" + anchor;
            link.textContent = anchor;
            links.append(link, " ");
          }
          if (chosen.length === 1) {
            const command = document.createElement("code");
            command.textContent = "leakcheck run --filter '" + id + "'";
            line.insertCell().append(command);
          }
        }
        byId("cell-count").textContent = chosen.length > 300
          ? "the first 300 of " + chosen.length + " cells" : chosen.length + (chosen.length === 1 ? " cell" : " cells");
      }

      function filter() {
        const wanted = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
        const has = item => wanted.every(word => words.get(item).includes(word));
        const fits = item => keys.every(key => !filters[key] || values.get(item)[key].includes(filters[key]));
        let shown = 0;
        for (const item of findings) {
          const isShown = has(item) && fits(item);
          item.hidden = !isShown;
          if (isShown) shown += 1;
        }
        for (const row of rows) row.hidden = !has(row);
        for (const chip of chips) chip.classList.toggle("chosen", filters[chip.dataset.key] === chip.dataset.value);
        for (const list of lists) list.value = filters[list.dataset.key] || "";
        none.hidden = shown > 0;
        count.textContent = shown + " of " + findings.length + " findings";
        listCells();
      }

      function state() {
        const state = new URLSearchParams();
        if (search.value) state.set("q", search.value);
        for (const key of keys) if (filters[key]) state.set(key, filters[key]);
        if (cell) state.set("cell", cell);
        if (showsCells && !cell) state.set("show", "cells");
        const theme = document.documentElement.dataset.theme;
        if (theme) state.set("theme", theme);
        return state;
      }

      function remember() { history.replaceState(null, "", "#" + state()); }

      function known(key, value) {
        const list = lists.find(list => list.dataset.key === key);
        if (list) return [...list.options].some(option => option.value === value);
        return chips.some(chip => chip.dataset.key === key && chip.dataset.value === value);
      }

      function open(target) {
        const article = target.closest("article");
        if (!article) return;
        article.hidden = false;
        for (let part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
        article.querySelector("details").open = true;
        for (const part of document.querySelectorAll(".target")) part.classList.remove("target");
        target.classList.add("target");
        article.focus({ preventScroll: true });
        target.scrollIntoView({ block: target === article ? "start" : "center" });
      }

      function recall() {
        const fragment = location.hash.slice(1);
        const target = fragment && !fragment.includes("=") ? byId(decodeURIComponent(fragment)) : null;
        if (target) {
          search.value = "";
          filters = {}; cell = ""; showsCells = false;
          filter();
          open(target);
          return;
        }
        const state = new URLSearchParams(fragment);
        search.value = state.get("q") || "";
        filters = {};
        for (const key of keys) {
          const wanted = state.get(key) || "";
          if (wanted && known(key, wanted)) filters[key] = wanted;
        }
        cell = state.get("cell") || "";
        showsCells = cell !== "" || state.get("show") === "cells";
        const theme = state.get("theme");
        if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
        filter();
        const first = findings.find(item => !item.hidden);
        if (showsCells) byId("cells")?.scrollIntoView({ block: "start" });
        else if (Object.keys(filters).length > 0 && first) {
          byId("findings").scrollIntoView({ block: "start" });
        }
      }

      function turn() {
        const root = document.documentElement;
        const isDark = root.dataset.theme ? root.dataset.theme === "dark"
          : matchMedia("(prefers-color-scheme: dark)").matches;
        root.dataset.theme = isDark ? "light" : "dark";
        remember();
      }

      function choose(node) {
        const article = node.closest("article");
        const graph = node.closest("svg");
        const isChosen = node.classList.contains("chosen");
        for (const part of article.querySelectorAll(".on-path, .chosen")) part.classList.remove("on-path", "chosen");
        article.querySelector(".path").textContent = "";
        graph.classList.remove("chosen");
        if (isChosen) return;
        graph.classList.add("chosen");
        node.classList.add("chosen", "on-path");
        for (const edge of node.dataset.path.split(" ").filter(Boolean)) {
          const part = graph.querySelector('[data-edge="' + edge + '"]');
          if (part) part.classList.add("on-path");
        }
        const row = article.querySelector('[data-object="' + node.dataset.node + '"]');
        if (row) row.classList.add("on-path");
        article.querySelector(".path").textContent = row ? row.lastElementChild.textContent : "";
      }

      function step(by) {
        const shown = findings.filter(item => !item.hidden);
        if (shown.length === 0) return;
        const now = shown.indexOf(document.activeElement.closest("article"));
        const next = now === -1 ? (by > 0 ? 0 : shown.length - 1) : Math.min(Math.max(now + by, 0), shown.length - 1);
        shown[next].focus();
        shown[next].scrollIntoView({ block: "start" });
      }

      for (const node of document.querySelectorAll(".node[data-node]")) {
        node.addEventListener("click", () => choose(node));
      }
      for (const chip of chips) {
        chip.addEventListener("click", event => {
          event.preventDefault();
          const { key, value } = chip.dataset;
          if (filters[key] === value) delete filters[key]; else filters[key] = value;
          cell = "";
          filter();
          remember();
        });
      }
      for (const list of lists) {
        list.addEventListener("change", () => {
          if (list.value) filters[list.dataset.key] = list.value; else delete filters[list.dataset.key];
          cell = "";
          filter();
          remember();
        });
      }
      search.addEventListener("input", () => { filter(); remember(); });
      byId("theme").addEventListener("click", turn);
      addEventListener("hashchange", recall);
      // A click on a link to the current address opens its finding again.
      document.addEventListener("click", event => {
        const link = event.target.closest("a[href^='#']");
        if (link && link.hash === location.hash && link.hash) recall();
      });
      addEventListener("keydown", event => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const active = document.activeElement;
        if (event.key === "Escape") {
          search.value = "";
          filters = {}; cell = ""; showsCells = false;
          filter();
          remember();
          active.blur();
          return;
        }
        if (active.matches("input, select")) return;
        if (event.key === "/") { search.focus(); search.select(); }
        else if (event.key === "j" || event.key === "ArrowDown" && active.matches("article")) step(1);
        else if (event.key === "k" || event.key === "ArrowUp" && active.matches("article")) step(-1);
        else if (event.key === "t") turn();
        else if (event.key === "Enter" && active.matches(".node")) choose(active);
        else if (event.key === "Enter" && active.matches("article")) {
          const details = active.querySelector("details");
          details.open = !details.open;
        } else return;
        event.preventDefault();
      });
      recall();
      document.documentElement.dataset.ready = "yes";
    })();

    """
}
