export const installTexts = {
  title: 'Das Tagebuch als App',
  hint: 'Auf dem Home-Bildschirm öffnet es sich mit einem Fingertipp, auch ohne Netz.',
  install: 'Installieren',
  notNow: 'Nicht mehr zeigen',
  shareSheet:
    'Tippe auf „Teilen“ und dann auf „Zum Home-Bildschirm“. In der neuen App meldest du dich einmal neu an.',
  toHomeScreen: 'Zum Home-Bildschirm',
  sendingFirst: (count: number) =>
    count === 1
      ? 'Erst wird gesendet, was hier noch wartet: 1 Änderung.'
      : `Erst wird gesendet, was hier noch wartet: ${count} Änderungen.`,
  draftsStay: 'Angefangene Texte bleiben in diesem Browser.',
} as const
