import { useEffect, useRef, type ReactNode } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useTyped, type OpenSearch } from './use-search-words.ts'
import { searchTexts } from './search-texts.ts'

export interface SearchFieldProps {
  readonly search: OpenSearch
  readonly label: string
  readonly placeholder: string
  /** How many were found, in words; nothing while nothing is searched for. */
  readonly found: ReactNode
  readonly children?: ReactNode
}

/** The field above a list that says what the list shows. */
export function SearchField({ search, label, placeholder, found, children }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const typed = useTyped(search)
  useEffect(() => {
    field.current?.focus()
  }, [])
  return (
    <search className="grid gap-1.5">
      <TextField
        ref={field}
        data-search=""
        label={label}
        hideLabel
        placeholder={placeholder}
        value={typed}
        onChange={(event) => search.typed.set(event.target.value)}
        enterKeyHint="search"
        // Nothing of it leaves the device: neither for suggestions nor for a spelling service.
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        end={<IconButton icon="close" label={searchTexts.end} onClick={search.end} />}
      />
      <div className="flex min-h-target items-center justify-between gap-3 text-sm text-ink-soft">
        <output>{found}</output>
        {children}
      </div>
    </search>
  )
}
