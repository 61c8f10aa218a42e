import { compare } from './compare.ts'
import { latestOf, type CustomQuoteId, type Instant, type PartnerId } from './ids.ts'
import type { QuoteKey } from './quote.ts'

export interface LikeRow extends QuoteKey {
  readonly userId: PartnerId
  readonly createdAt: Instant
}

export interface CustomQuoteRow extends LikeRow {
  readonly id: CustomQuoteId
}

/**
 * One card of the favourites page. A personal quote and likes of the same words are two cards:
 * each has its own delete action (docs/behaviour/favourites.md, D16).
 */
export interface Favourite extends QuoteKey {
  /** Stable and unique within the page. */
  readonly key: string
  /** The row behind a personal quote; undefined for a liked one. */
  readonly custom: CustomQuoteRow | undefined
  /** The people who liked it, oneself first; empty for a personal quote. */
  readonly likers: readonly PartnerId[]
  /** When it was added, or last liked. */
  readonly createdAt: Instant
  readonly badge: 'personal' | 'shared' | undefined
  /** The effect of the delete button; undefined if there is none. */
  readonly removal: 'delete-quote' | 'remove-like' | undefined
}

/** The tabs in their order. */
export const favouriteTabs = ['all', 'mine', 'partner', 'shared'] as const
export type FavouriteTab = (typeof favouriteTabs)[number]

/** All cards, newest first. `likes` may hold a person's like of a quote once only (D15). */
export function groupFavourites(
  likes: readonly LikeRow[],
  customQuotes: readonly CustomQuoteRow[],
  me: PartnerId,
): readonly Favourite[] {
  const byQuote = new Map<string, LikeRow[]>()
  for (const like of likes) {
    const key = JSON.stringify([like.text, like.author])
    byQuote.set(key, [...(byQuote.get(key) ?? []), like])
  }
  const liked = [...byQuote].map(([key, rows]) => likedQuote(key, rows, me))
  const personal = customQuotes.map((row) => personalQuote(row, me))
  return [...liked, ...personal].sort(newestFirst)
}

/** The cards of a tab: "Meine" are my likes and my own quotes, the partner's likewise (D16). */
export function favouritesIn(
  tab: FavouriteTab,
  favourites: readonly Favourite[],
  me: PartnerId,
): readonly Favourite[] {
  return favourites.filter((favourite) => isInTab(tab, favourite, me))
}

/** The numbers in the tabs' labels. */
export function favouriteCounts(
  favourites: readonly Favourite[],
  me: PartnerId,
): Readonly<Record<FavouriteTab, number>> {
  const count = (tab: FavouriteTab): number => favouritesIn(tab, favourites, me).length
  return {
    all: count('all'),
    mine: count('mine'),
    partner: count('partner'),
    shared: count('shared'),
  }
}

function isInTab(tab: FavouriteTab, favourite: Favourite, me: PartnerId): boolean {
  const people = favourite.custom === undefined ? favourite.likers : [favourite.custom.userId]
  const membership: Readonly<Record<FavouriteTab, boolean>> = {
    all: true,
    mine: people.includes(me),
    partner: people.some((person) => person !== me),
    shared: favourite.badge === 'shared',
  }
  return membership[tab]
}

function likedQuote(key: string, rows: readonly LikeRow[], me: PartnerId): Favourite {
  const [first] = rows
  if (first === undefined) throw new Error('a group of likes is never empty')
  const people = new Set(rows.map((row) => row.userId))
  const likers = [...people].sort((one, other) => Number(other === me) - Number(one === me))
  return {
    key: `like ${key}`,
    text: first.text,
    author: first.author,
    custom: undefined,
    likers,
    createdAt: latestOf(rows.map((row) => row.createdAt)) ?? first.createdAt,
    badge: likers.length === 2 ? 'shared' : undefined,
    removal: people.has(me) ? 'remove-like' : undefined,
  }
}

function personalQuote(row: CustomQuoteRow, me: PartnerId): Favourite {
  return {
    key: `custom ${row.id}`,
    text: row.text,
    author: row.author,
    custom: row,
    likers: [],
    createdAt: row.createdAt,
    badge: 'personal',
    removal: row.userId === me ? 'delete-quote' : undefined,
  }
}

function newestFirst(one: Favourite, other: Favourite): number {
  return compare(other.createdAt, one.createdAt) || compare(one.key, other.key)
}
