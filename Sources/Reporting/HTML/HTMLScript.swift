/// The page's script.
///
/// It only shows and hides what the page has and never makes markup out of text, so
/// there is nothing in it to escape. What is searched stands in the address behind
/// `#`, which can be sent to others: `#q=FeedViewModel&type=Timer&theme=dark`.
enum HTMLScript {
  static let text: HTML = """

    "use strict";
    (() => {
      const search = document.getElementById("search");
      const type = document.getElementById("type");
      const count = document.getElementById("count");
      const none = document.getElementById("none");
      const findings = [...document.querySelectorAll("article.finding")];
      const rows = [...document.querySelectorAll("tr.row")];
      const words = new Map();
      for (const item of [...findings, ...rows]) words.set(item, item.textContent.toLowerCase());
      const types = new Map();
      for (const item of findings) types.set(item, JSON.parse(item.dataset.types));

      function filter() {
        const wanted = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
        const has = item => wanted.every(word => words.get(item).includes(word));
        let shown = 0;
        for (const item of findings) {
          const isShown = has(item) && (type.value === "" || types.get(item).includes(type.value));
          item.hidden = !isShown;
          if (isShown) shown += 1;
        }
        for (const row of rows) row.hidden = !has(row);
        none.hidden = shown > 0;
        count.textContent = shown + " of " + findings.length + " findings";
      }

      function remember() {
        const state = new URLSearchParams();
        if (search.value) state.set("q", search.value);
        if (type.value) state.set("type", type.value);
        const theme = document.documentElement.dataset.theme;
        if (theme) state.set("theme", theme);
        history.replaceState(null, "", "#" + state);
      }

      function recall() {
        const state = new URLSearchParams(location.hash.slice(1));
        search.value = state.get("q") || "";
        const wanted = state.get("type") || "";
        type.value = [...type.options].some(option => option.value === wanted) ? wanted : "";
        const theme = state.get("theme");
        if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
        filter();
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
        for (const part of article.querySelectorAll(".way, .chosen")) part.classList.remove("way", "chosen");
        article.querySelector(".path").textContent = "";
        graph.classList.remove("chosen");
        if (isChosen) return;
        graph.classList.add("chosen");
        node.classList.add("chosen", "way");
        for (const edge of node.dataset.path.split(" ").filter(Boolean)) {
          const part = graph.querySelector('[data-edge="' + edge + '"]');
          if (part) part.classList.add("way");
        }
        const row = article.querySelector('[data-object="' + node.dataset.node + '"]');
        if (row) row.classList.add("way");
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

      for (const node of document.querySelectorAll(".node")) {
        node.addEventListener("click", () => choose(node));
      }
      search.addEventListener("input", () => { filter(); remember(); });
      type.addEventListener("change", () => { filter(); remember(); });
      document.getElementById("theme").addEventListener("click", turn);
      addEventListener("hashchange", recall);
      addEventListener("keydown", event => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const active = document.activeElement;
        if (event.key === "Escape") {
          search.value = "";
          type.value = "";
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
