/**
 * Moves the clock of Node or of a page; it goes on from there.
 * @param {number} ahead milliseconds
 */
export function moveDate(ahead) {
  const RealDate = Date
  const movedNow = () => RealDate.now() + ahead
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [movedNow()] : given, newTarget),
    apply: () => new RealDate(movedNow()).toString(),
    get: (target, name) => (name === 'now' ? movedNow : Reflect.get(target, name)),
  })
}
