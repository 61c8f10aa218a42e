/** The texts about nudges before their parts are loaded. */
export const nudgeFootTexts = {
  title: 'Anstupser',
  foot: (isOn: boolean) => (isOn ? 'Anstupser: an' : 'Anstupser: aus'),
} as const
