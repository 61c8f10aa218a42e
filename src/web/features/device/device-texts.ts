import type { Unsent } from '../../replica/journal.ts'

const whole = new Intl.NumberFormat('de')

/** "1 Eintrag", "1.234 Einträge". */
function entriesOf(count: number): string {
  return count === 1 ? '1 Eintrag' : `${whole.format(count)} Einträge`
}

/** "2 Änderungen und 1 angefangener Text"; omits a part whose count is zero. */
function unsentOf({ changes, drafts }: Unsent): string {
  const change = changes === 1 ? '1 Änderung' : `${whole.format(changes)} Änderungen`
  const text = drafts === 1 ? '1 angefangener Text' : `${whole.format(drafts)} angefangene Texte`
  if (drafts === 0) return change
  return changes === 0 ? text : `${change} und ${text}`
}

const oneDecimal = new Intl.NumberFormat('de', { maximumFractionDigits: 1 })

function sizeOf(bytes: number): string {
  const kilobytes = Math.ceil(bytes / 1000)
  return kilobytes < 1000 ? `${kilobytes} kB` : `${oneDecimal.format(kilobytes / 1000)} MB`
}

const mostNamed = 5

/** The first names; an ellipsis stands for the others. */
function firstOf(names: readonly string[]): string {
  const first = names.slice(0, mostNamed).join(', ')
  return names.length > mostNamed ? `${first} …` : first
}

export const deviceTexts = {
  title: 'Auf diesem Gerät',
  stored: 'Hier gespeichert',
  entries: entriesOf,
  complete: (count: number, oldest: string) =>
    count === 1 ? `vom ${oldest}.` : `alle bis zum ersten vom ${oldest}.`,
  loading: (since: string) =>
    `Ältere kommen noch. Was seit ${since} geschrieben oder geändert wurde, ist schon da.`,
  inMemory: 'Dieses Gerät speichert gerade nicht: Alles liegt nur in dieser offenen Seite.',
  promised: 'Der Browser hat versprochen, alles hier zu behalten.',
  notPromised:
    'Der Browser darf die Kopie auf diesem Gerät löschen, wenn ihm der Platz ausgeht. Was gesendet ist, liegt auch auf eurem Server.',
  askToKeep: 'Um dauerhaftes Behalten bitten',
  notGranted: 'Das hat der Browser noch nicht zugesagt. Auf dem Home-Bildschirm tut er es eher.',
  allSent: 'Alles ist gesendet.',
  unsent: (unsent: Unsent) => `Noch nicht gesendet: ${unsentOf(unsent)}.`,
  unreadable: (count: number) =>
    count === 1
      ? 'Etwas von dir kann diese Version des Tagebuchs hier nicht lesen. Es bleibt auf diesem Gerät.'
      : `${whole.format(count)} Dinge von dir kann diese Version des Tagebuchs hier nicht lesen. Sie bleiben auf diesem Gerät.`,

  photos: 'Fotos',
  photosTake: (bytes: number) => `Fotos: ${sizeOf(bytes)}`,
  photosComeBack: 'Mit Netz kommen sie wieder, sobald du sie ansiehst.',
  unsentPhotosStay:
    'Was noch nicht gesendet ist, bleibt. Die anderen kommen mit Netz wieder, sobald du sie ansiehst.',
  removePhotos: 'Fotos von diesem Gerät entfernen',
  photosRemoved: 'Die Fotos sind von diesem Gerät entfernt.',

  backup: 'Sicherung',
  backedUp: (when: string) => `Zuletzt gesichert: ${when}`,
  backupIsOld:
    'Das ist länger als drei Tage her. Sagt bitte dem Menschen Bescheid, der sich um euren Server kümmert.',
  noBackup: 'Euer Server hat noch keine Sicherung gemacht.',
  backupUnknown: 'Wann euer Server zuletzt gesichert wurde, erfährt das Tagebuch hier nicht.',
  backupFolderChanged:
    'Eure Sicherungen liegen gerade nicht im Ordner vom letzten Mal. Vielleicht ist eine Festplatte nicht angeschlossen. Sagt bitte dem Menschen Bescheid, der sich um euren Server kümmert.',
  diskLow:
    'Auf dem Server ist kaum noch Platz. Sagt bitte dem Menschen Bescheid, der sich um ihn kümmert, bevor er voll ist.',

  install: 'Als App',

  takeAlong: 'Alles mitnehmen',
  takeAlongHint:
    'Euer ganzes Tagebuch als eine Datei: Sie öffnet sich in jedem Browser, auch ohne Netz und ohne diese App, und lässt sich als Buch drucken.',
  takeAlongWarning: 'Wer diese Datei hat, kann alles darin lesen.',
  wayBack: 'Zurück kommt alles mit „npm run import“ auf eurem Server.',
  withPrivate: 'Auch meine privaten Notizen mitnehmen',
  withPhotos: (bytes: number) => `Mit Fotos (etwa ${sizeOf(bytes)})`,
  completing: 'Erst wird die Kopie auf diesem Gerät vervollständigt …',
  writing: 'Die Datei wird geschrieben …',
  writingPhotos:
    'Die Datei wird geschrieben. Mit Fotos dauert das eine Weile, lass diese Seite so lange offen.',
  takeAlongFailed: 'Die Datei ließ sich nicht schreiben. Bitte versuche es noch einmal.',
  ready: (name: string, bytes: number, isShared: boolean) =>
    isShared
      ? `${name} (${sizeOf(bytes)}) ist fertig.`
      : `${name} (${sizeOf(bytes)}) liegt bei deinen Downloads.`,
  share: 'Teilen oder sichern',
  saveAgain: 'Noch einmal sichern',
  severalReady: (count: number) =>
    `${count} Dateien sind fertig. Jede öffnet sich für sich. Sichere alle, in beliebiger Reihenfolge.`,
  savePart: (number: number, of: number, bytes: number) =>
    `Teil ${number} von ${of} sichern (${sizeOf(bytes)})`,
  missingPhotos: (names: readonly string[]) =>
    names.length === 1
      ? `Ein Foto fehlt darin, weil es gerade nicht zu laden war: ${firstOf(names)}.`
      : `${whole.format(names.length)} Fotos fehlen darin, weil sie gerade nicht zu laden waren: ${firstOf(names)}.`,
  smallPhotos: (count: number) =>
    count === 1
      ? 'Ein Foto ist nur klein darin. Mit Netz kommt es ganz mit.'
      : `${whole.format(count)} Fotos sind nur klein darin. Mit Netz kommen sie ganz mit.`,
  photo: (description: string, day: string) =>
    description === '' ? `vom ${day}` : `„${description}“ vom ${day}`,

  remove: 'Alles von diesem Gerät entfernen',
  removeHint:
    'Meldet dich hier ab und löscht die Kopie auf diesem Gerät. Auf eurem Server bleibt alles.',
} as const
