import type { ListedEntry } from '../../replica/memory/entry-order.ts'
import { toast } from '../../ui/toast.tsx'
import { selectionTexts } from './entries-texts.ts'
import { heldBy, selectedPlaces } from './list-selection.ts'
import type { ListWindow } from './list-window.ts'

/** A list as it was drawn last. */
interface DrawnList {
  readonly list: HTMLElement
  readonly window: ListWindow
  readonly entries: readonly ListedEntry[]
}

/** Keeps the cards between the ends of a selection in the page, and says where they are too many. */
export class SelectionHold {
  /** True while a pointer is down: each of its moves may end the selection elsewhere. */
  #isPressed = false
  /** True once the selection of now was said to be too long. */
  #isTooLong = false

  press(isDown: boolean): void {
    this.#isPressed = isDown
  }

  /** The entries that the selection holds. While a pointer is down none that was never drawn. */
  entries(drawn: DrawnList): readonly ListedEntry[] {
    const held = this.#held(drawn)
    if (held === undefined) return []
    const { first, last } = held
    if (!this.#isPressed) return drawn.entries.slice(first, last + 1)
    return drawnWithin(drawn, held).map(({ entry }) => entry)
  }

  /** True where one of them is not drawn. Once all are, it is said if they are not the whole selection. */
  isShort(drawn: DrawnList): boolean {
    if (this.#isPressed) return false
    const held = this.#held(drawn)
    if (held === undefined) return this.#say(false)
    if (drawnWithin(drawn, held).length <= held.last - held.first) return true
    return this.#say(!held.isWhole)
  }

  #say(isTooLong: boolean): false {
    if (isTooLong && !this.#isTooLong) toast(selectionTexts.tooLong)
    this.#isTooLong = isTooLong
    return false
  }

  #held({ list, window: { cards } }: DrawnList) {
    const places = selectedPlaces(
      list,
      cards.map(({ index }) => index),
    )
    return places && heldBy(places)
  }
}

function drawnWithin({ window: { cards } }: DrawnList, range: ReturnType<typeof heldBy>) {
  return cards.filter(({ index }) => index >= range.first && index <= range.last)
}
