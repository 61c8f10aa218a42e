export const appearanceTexts = {
  toDark: 'Dunkles Design einschalten',
  toLight: 'Helles Design einschalten',
} as const
