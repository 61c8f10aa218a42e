import * as v from 'valibot'
import { builtInQuotes } from '../../src/content/quote-list.ts'
import type { Category } from '../../src/domain/category.ts'
import {
  addDays,
  dayOf,
  daysBetween,
  instantOf,
  journalDay,
  parseClockTime,
  partsOf,
  type JournalDay,
} from '../../src/domain/journal-day.ts'
import { reactionEmoji } from '../../src/domain/reaction.ts'
import { composeTranslation } from '../../src/domain/translation.ts'
import {
  sample,
  writeJournal,
  type PersonName,
  type SampleEntry,
} from '../../tests/screenshots/sample-journal.ts'
import { writeSampleQuotes, type SampleQuote } from '../../tests/screenshots/sample-quotes.ts'
import { reachServer } from '../../tests/support/server.ts'
import { anniversaries, ideas, ownQuotes, planned, tales, thoughts, words } from './texts.ts'

const hour = 3_600_000
const timeZone = 'Europe/Berlin'

/** The gallery's week is the newest part; the demo's own texts end before it, in days ago. */
const newest = 8

/** Two years of entries before `now` (milliseconds since 1970), the gallery's week at their end; always the same texts. */
export function demoEntries(now: number): readonly SampleEntry[] {
  const today = dayOf(now, timeZone)
  const begun = yearsBefore(today, 2)
  const length = daysBetween(begun, today) - newest
  const remembered = [2, 1].map((years) => yearsBefore(today, years))
  /** One of `count` days, evenly from the first to the last; the remembered ones have their own texts. */
  const spread = (index: number, count: number) => {
    const day = addDays(begun, Math.floor(((index + 0.5) * length) / count))
    return remembered.includes(day) ? addDays(day, 1) : day
  }
  const written = (category: Category, day: JournalDay, index: number, line: Line): SampleEntry => {
    const hoursAgo = (now - timeOn(day, times[index % times.length])) / hour
    const { story, ...entry } = line
    if (story === undefined) return { ...entry, category, hoursAgo }
    const told = { ...story, category: 'erzaehlen', hoursAgo: hoursAgo - 24 * 6 } as const
    return { ...entry, category, hoursAgo, story: told }
  }
  const evenly = (category: Category, lines: readonly Line[]) =>
    lines.map((line, index) => written(category, spread(index, lines.length), index, line))
  const evening = (timeOn(addDays(today, 26), '19:30') - now) / hour
  return [
    ...sample.map((entry) =>
      entry.scheduledIn === undefined ? entry : { ...entry, scheduledIn: evening },
    ),
    ...linesOf(anniversaries).map((line, index) =>
      written('erzaehlen', remembered[index] ?? begun, 1, line),
    ),
    ...linesOf(tales).map((line, index) =>
      written('erzaehlen', pastDay(line.mark, today, index % 2, begun), index, line),
    ),
    ...evenly('gedanken', linesOf(thoughts)),
    ...evenly('ideen', linesOf(ideas)),
    ...linesOf(planned).map((line, index) => {
      const [days = '', clock] = line.mark.split(' ')
      const at = timeOn(addDays(today, Number(days)), clock ?? '00:00')
      return {
        ...written('ideen', addDays(today, -newest - 9 * index), index, line),
        scheduledIn: (at - now) / hour,
      }
    }),
    ...evenly('uebersetzungen', wordLines()),
  ]
}

/** Fills the journal of a running server with the demo's two years before `now` (milliseconds since 1970). */
export async function fill(url: string, dataDir: string, now: number): Promise<void> {
  const server = reachServer(url, dataDir)
  try {
    await writeJournal(server, demoEntries(now), now)
    await writeSampleQuotes(server, now, quotes())
  } finally {
    await server.stop()
  }
}

/** A line of `texts.ts`; `mark` is the day of the year, or the text in brackets. */
interface Line extends Pick<SampleEntry, 'by' | 'content' | 'isPrivate' | 'reactions'> {
  readonly mark: string
  readonly completed: boolean
  readonly replies: [PersonName, string][]
  story?: Pick<SampleEntry, 'by' | 'content'>
}

const lineForm =
  /^(?<by>[JZ])(?<star>\*?) (?:(?<day>\d\d-\d\d) |\[(?<box>[^\]]*)\] )?(?<content>.+?)(?: \/\/ (?<emoji>.+))?$/u
const people = { J: ['Jonas', 'Željka'], Z: ['Željka', 'Jonas'] } as const
const emojiForm = v.array(v.picklist(reactionEmoji))

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = []
  for (const line of text.trim().split('\n')) {
    const [, sign, rest = ''] = /^(=>|>>|>) (.+)$/u.exec(line) ?? []
    const above = lines.at(-1)
    if (sign === undefined || above === undefined) lines.push(parseLine(line))
    else if (sign === '=>') above.story = parseLine(rest)
    else above.replies.push([sign === '>>' ? above.by : other(above.by), rest])
  }
  return lines
}

function parseLine(line: string): Line {
  const { by, star, day, box, content, emoji } = lineForm.exec(line)?.groups ?? {}
  if ((by !== 'J' && by !== 'Z') || content === undefined) throw new Error(`Not a line: ${line}`)
  const [author, partner] = people[by]
  const reactions = v.parse(emojiForm, emoji?.split(' ') ?? [])
  return {
    by: author,
    content,
    isPrivate: star === '*',
    mark: day ?? box ?? '',
    completed: box === 'x',
    reactions: reactions.map((one) => [partner, one]),
    replies: [],
  }
}

function other(name: PersonName): PersonName {
  return name === 'Jonas' ? 'Željka' : 'Jonas'
}

function wordLines(): readonly Line[] {
  return words
    .trim()
    .split(/, |\n/)
    .map((pair, index) => {
      const [german = '', croatian = ''] = pair.split(' = ')
      const composed = composeTranslation({ german, croatian })
      if (!composed.ok) throw new Error(`Not a pair of words: ${pair}`)
      return parseLine(`${index % 3 === 0 ? 'J' : 'Z'} ${composed.content}`)
    })
}

/** Some built-in quotes that one or both like, and their own. */
function quotes(): readonly SampleQuote[] {
  const likedBy = [['Jonas'], ['Željka', 'Jonas'], ['Željka']] as const
  const liked = Array.from({ length: 14 }, (_, index) => {
    const { text, author } = builtInQuotes[(index * 37) % builtInQuotes.length] ?? {}
    if (text === undefined || author === undefined) throw new Error('There are no quotes')
    return { text, author, daysAgo: 3 + index * 47, likedBy: likedBy[index % 3] ?? [] }
  })
  const own = ownQuotes.map(([addedBy, text, author, daysAgo]) => ({
    addedBy,
    text,
    author,
    daysAgo,
  }))
  return [...liked, ...own]
}

const times = ['07:40', '21:15', '12:50', '18:25', '22:05', '19:35', '08:10'] as const

function timeOn(day: JournalDay, clock = '12:00'): number {
  const time = parseClockTime(clock)
  if (time === undefined) throw new Error(`Not a time: ${clock}`)
  return instantOf(day, time, timeZone)
}

/** This day some years ago; a 29 February is the 28th. */
function yearsBefore(today: JournalDay, years: number): JournalDay {
  const { year, month, dayOfMonth } = partsOf(today)
  const then = [dayOfMonth, dayOfMonth - 1].map((day) => journalDay(year - years, month, day))
  return then.find((day) => day !== undefined) ?? today
}

/** The last day of this name that is old enough, or with `earlier` the one before it, if the journal had begun. */
function pastDay(name: string, today: JournalDay, earlier: number, begun: JournalDay): JournalDay {
  const { year } = partsOf(today)
  const [month, dayOfMonth] = name.split('-').map(Number)
  const days = [0, 1, 2].flatMap((ago) => journalDay(year - ago, month ?? 0, dayOfMonth ?? 0) ?? [])
  const past = days.filter((day) => day >= begun && daysBetween(day, today) >= newest)
  const found = past[earlier] ?? past[0]
  if (found === undefined) throw new Error(`Not a day: ${name}`)
  return found
}
