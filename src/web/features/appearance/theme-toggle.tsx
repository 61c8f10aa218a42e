import { useSyncExternalStore } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { appearanceTexts } from './appearance-texts.ts'
import { currentTheme, setTheme, subscribeToTheme } from './theme.ts'

/** Switches between light and dark; its label says what a press does. */
export function ThemeToggle() {
  const theme = useSyncExternalStore(subscribeToTheme, currentTheme)
  const dark = theme === 'dark'
  return (
    <IconButton
      icon={dark ? 'sun' : 'moon'}
      label={dark ? appearanceTexts.toLight : appearanceTexts.toDark}
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    />
  )
}
