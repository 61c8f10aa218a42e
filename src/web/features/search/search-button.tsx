import { IconButton } from '../../ui/icon-button.tsx'
import { searchTexts } from './search-texts.ts'

/** The magnifier. */
export function SearchButton(props: { readonly isOpen: boolean; readonly onOpen: () => void }) {
  return (
    <IconButton
      icon="search"
      label={searchTexts.open}
      aria-expanded={props.isOpen}
      aria-keyshortcuts="/"
      onClick={props.onOpen}
    />
  )
}
