import { daysOf, passwordMinimum, sessionLasts } from '../../../domain/limits.ts'
import type { SessionLoss } from '../../backend/session-loss.ts'
import type { Unsent as UnsentWork } from '../../replica/journal.ts'

type Unsent = Pick<UnsentWork, 'changes' | 'drafts' | 'photos'>

function isOne({ changes, drafts, photos }: Unsent): boolean {
  return changes + drafts + photos === 1
}

/** "2 Änderungen, 1 Foto und 1 angefangener Text"; omits a part whose count is zero. */
function counted({ changes, drafts, photos }: Unsent): string {
  const parts = [
    changes > 0 && (changes === 1 ? '1 Änderung' : `${changes} Änderungen`),
    photos > 0 && (photos === 1 ? '1 Foto' : `${photos} Fotos`),
    drafts > 0 && (drafts === 1 ? '1 angefangener Text' : `${drafts} angefangene Texte`),
  ].filter((part) => part !== false)
  return new Intl.ListFormat('de').format(parts)
}

/** Changes and photos are sent automatically; a draft waits in its form. */
function whatBecomesOf(name: string, unsent: Unsent): string {
  const { changes, drafts, photos } = unsent
  const again = `sobald ${name} sich auf diesem Gerät wieder anmeldet`
  if (drafts === 0) {
    if (!isOne(unsent)) return `Sie bleiben hier und werden gesendet, ${again}.`
    const stays = photos === 1 ? 'Es bleibt hier und wird' : 'Sie bleibt hier und wird'
    return `${stays} gesendet, ${again}.`
  }
  if (changes + photos === 0) {
    const stays = drafts === 1 ? 'Er bleibt' : 'Sie bleiben'
    return `${stays} hier, bis ${name} sich auf diesem Gerät wieder anmeldet.`
  }
  return `Das bleibt alles hier, und ${whatIsSent(unsent)} gesendet, ${again}.`
}

function whatIsSent({ changes, photos }: Unsent): string {
  if (changes > 0 && photos > 0) return 'was fertig ist, wird'
  if (photos > 0) return photos === 1 ? 'das Foto wird' : 'die Fotos werden'
  return changes === 1 ? 'die Änderung wird' : 'die Änderungen werden'
}

/** Why a new sign-in is needed. */
export const lossTexts: Readonly<Record<SessionLoss | 'refused', string>> = {
  ended: `Deine Anmeldung wurde beendet: durch ein Abmelden, ein neues Passwort oder ${daysOf(sessionLasts)} Tage ohne Besuch.`,
  expired: 'Du warst lange nicht hier, deshalb ist deine Anmeldung abgelaufen.',
  reused: 'Deine Anmeldung wurde zur Sicherheit beendet, weil eine alte noch einmal benutzt wurde.',
  account: 'Dein Konto ist auf dem Server gesperrt oder gelöscht.',
  damaged: 'Deine Anmeldung ist auf diesem Gerät nicht mehr lesbar.',
  forgotten: 'Auf diesem Gerät ist keine Anmeldung mehr gespeichert.',
  refused: 'Der Server nimmt deine Anmeldung gerade nicht an.',
}

export const signInTexts = {
  subtitle: 'Ein kleines Buch, nur für euch zwei',
  username: 'Benutzername',
  usernamePlaceholder: (one: string, other: string) => `${one} oder ${other}`,
  password: 'Passwort',
  showPassword: 'Eingabe anzeigen',
  hidePassword: 'Eingabe verbergen',
  submit: 'Anmelden',
  welcomeBack: 'Willkommen zurück! 💕',
  again: (name: string, loss: SessionLoss) =>
    `${name}, bitte melde dich wieder an. ${lossTexts[loss]} Was du geschrieben hast, ist auf diesem Gerät noch da.`,

  usernameTooShort: 'Benutzername ist erforderlich',
  passwordTooShort: `Passwort muss mindestens ${passwordMinimum} Zeichen lang sein`,
  unknownName: (one: string, other: string) => `Benutzername muss '${one}' oder '${other}' sein`,
  wrongPassword: 'Falsches Passwort',
  unreachable: 'Keine Verbindung zum Server. Bitte versuche es gleich noch einmal.',
  wrongAddress:
    'Unter dieser Adresse nimmt das Tagebuch keine Anmeldung an. Wer es betreibt, kann die Adresse in der Einstellung PUBLIC_URL nennen.',
  tooManyAttempts: 'Zu viele Versuche. Bitte warte einen Moment.',

  otherUnsentTitle: (name: string) => `Von ${name} ist hier noch etwas nicht gesendet`,
  otherUnsent: (name: string, unsent: Unsent) =>
    `Auf diesem Gerät ${isOne(unsent) ? 'liegt' : 'liegen'} noch ${counted(unsent)} von ${name}. ${whatBecomesOf(name, unsent)}`,
  otherUnsentConfirm: 'Trotzdem anmelden',

  signOut: 'Abmelden',
  signOutTitle: 'Wirklich abmelden?',
  signOutLost: 'Was von dir nur noch auf diesem Gerät ist, geht beim Abmelden verloren.',
  signOutUnsent: (unsent: Unsent) =>
    isOne(unsent)
      ? `${counted(unsent)} ist noch nicht gesendet und geht beim Abmelden verloren.`
      : `${counted(unsent)} sind noch nicht gesendet und gehen beim Abmelden verloren.`,
  signOutOffline: (endsLater: boolean) =>
    endsLater
      ? 'Ohne Verbindung erfährt der Server noch nichts davon. Deine Anmeldung endet dort, sobald diese Seite wieder mit Verbindung geöffnet wird; manche Browser melden es schon vorher. Bis dahin kann sie noch benutzen, wer an die Dateien dieses Browsers kommt.'
      : 'Ohne Verbindung erfährt der Server nichts davon. Deine Anmeldung bleibt dort bestehen, bis sie abläuft oder du dich woanders abmeldest. So lange kann sie noch benutzen, wer an die Dateien dieses Browsers kommt.',
  signOutConfirm: 'Trotzdem abmelden',
  remove: 'Abmelden und alles entfernen',
} as const
