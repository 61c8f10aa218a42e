import { sampleConfig } from './server.ts'

const day = 86_400_000
const monthAndDay = (time: Date) =>
  time.toLocaleDateString('sv', { timeZone: 'Europe/Berlin' }).slice(5)

/**
 * The nearest earlier day, at the same time, on which nothing is celebrated and nothing will be
 * within the hour; undefined where today is one, so that the browser keeps its own clock.
 */
export function ordinaryTime(
  now: Date,
  specialDays: readonly { readonly date: string }[] = sampleConfig.specialDays,
): Date | undefined {
  const special = new Set(specialDays.map(({ date }) => date.slice(5)))
  const isOrdinary = (time: number) =>
    [time, time + day / 24].every((moment) => !special.has(monthAndDay(new Date(moment))))
  let time = now.getTime()
  while (!isOrdinary(time)) time -= day
  return time === now.getTime() ? undefined : new Date(time)
}

/** The present on an ordinary day, for `at` of a test that moves its clock by `page.clock`. */
export function ordinaryPresent(): Date {
  const now = new Date()
  return ordinaryTime(now) ?? now
}
