/// Waits until a condition holds, or until two minutes have passed.
///
/// Use this function to wait for an effect of another thread or task. The caller checks afterwards
/// whether the condition holds.
package func wait(
  isolation: isolated (any Actor)? = #isolation, until condition: () -> Bool
) async {
  let end = ContinuousClock.now + .seconds(120)
  while !condition(), ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(1)) }
}
