/**
 * Moves the clock of Node or of a page; it goes on from there, and a script after it may set `Date.now`.
 * @param {number} ahead milliseconds
 */
export function moveDate(ahead) {
  const RealDate = Date
  const realNow = RealDate.now.bind(RealDate)
  const movedNow = () => realNow() + ahead
  RealDate.now = movedNow
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [movedNow()] : given, newTarget),
    apply: () => new RealDate(movedNow()).toString(),
  })
}
