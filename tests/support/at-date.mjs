/**
 * Moves Node's clock to the moment that `TEST_AT` names; it goes on from there. For unit tests, which need no
 * other process: `TEST_AT=2026-08-14T12:00:00+02:00 NODE_OPTIONS='--import ./tests/support/at-date.mjs' npx vitest run --project unit`
 */
const ahead = Date.parse(process.env.TEST_AT ?? '') - Date.now()
if (Number.isNaN(ahead)) throw new Error('TEST_AT must be a moment, as 2026-12-31T23:58:00+01:00')

const RealDate = Date

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [movedNow()] : given, newTarget),
  apply: () => new RealDate(movedNow()).toString(),
  get: (target, name) => (name === 'now' ? movedNow : Reflect.get(target, name)),
})

function movedNow() {
  return RealDate.now() + ahead
}
