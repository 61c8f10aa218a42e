import type { PushObstacle } from '../../browser/web-push.ts'

/** Why a device cannot be nudged. */
export type NudgeObstacle = PushObstacle | 'no-server' | 'no-address'

/** Why a change failed. */
export type NudgeProblem = 'no-network' | 'not-allowed' | 'browser-refused' | 'service-refused'

export const nudgeTexts = {
  turnOn: 'Auf diesem Gerät anstupsen',
  hint: (name: string) => `Wenn ${name} etwas schreibt oder reagiert. Was, steht nur im Tagebuch.`,
  somebody: 'dein Lieblingsmensch',
  which: 'Wovon du erfahren möchtest',
  forAllDevices: 'Gilt für alle deine Geräte.',
  switches: {
    entries: 'Einträge',
    reactions: 'Reaktionen',
    ideas: 'Geplante Ideen, am Morgen',
    memories: 'Erinnerungen „Heute vor …“',
  },
  quiet: 'Ruhezeit',
  quietFrom: 'Ruhe ab',
  quietTo: 'Ruhe bis',
  quietHint: 'Was dann kommt, erfährst du danach auf einmal.',
  more: 'Wovon und wann',
  obstacles: {
    'no-server':
      'Anstupsen kann euch nur ein eigener kleiner Server. Dieses Tagebuch läuft ohne ihn.',
    'no-address':
      'Anstupsen geht, sobald euer Tagebuch eine https-Adresse hat. Das richtet ein, wer sich um den Server kümmert.',
    insecure: 'Anstupsen geht nur, wenn du das Tagebuch über seine https-Adresse öffnest.',
    'not-installed':
      'Auf dem iPhone geht Anstupsen mit der App: Tippe auf Teilen, dann „Zum Home-Bildschirm“, und schalte es dort ein.',
    unsupported: 'Dieser Browser kann dich nicht anstupsen.',
    denied:
      'Du hast Mitteilungen von dieser Seite abgelehnt. Erlaube sie in den Einstellungen des Browsers, dann kannst du sie hier einschalten.',
  } satisfies Readonly<Record<NudgeObstacle, string>>,
  problems: {
    'no-network': 'Das ging gerade nicht: keine Verbindung zum Server.',
    'not-allowed': 'Ohne deine Erlaubnis stupst dich niemand an.',
    'browser-refused':
      'Der Browser hat das gerade abgelehnt. Bitte versuche es später noch einmal.',
    'service-refused':
      'Der Mitteilungsdienst dieses Browsers steht nicht auf der Liste eures Servers.',
  } satisfies Readonly<Record<NudgeProblem, string>>,
  deviceOn: 'Auf diesem Gerät wirst du angestupst, wenn es Neues gibt.',
  deviceOff: 'Auf diesem Gerät wirst du nicht angestupst.',
  deviceWay: 'Das stellst du in der Glocke ein.',
} as const
