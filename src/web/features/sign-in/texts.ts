export const signInTexts = {
  subtitle: 'Ein kleines Buch, nur für uns zwei',
  username: 'Benutzername',
  usernamePlaceholder: (one: string, other: string) => `${one} oder ${other}`,
  password: 'Passwort',
  showPassword: 'Eingabe anzeigen',
  hidePassword: 'Eingabe verbergen',
  submit: 'Anmelden',
  welcomeBack: 'Willkommen zurück! 💕',
  again: (name: string) => `${name}, bitte melde dich wieder an. Alles Geschriebene ist noch da.`,

  usernameTooShort: 'Benutzername ist erforderlich',
  passwordTooShort: 'Passwort muss mindestens 6 Zeichen lang sein',
  unknownName: (one: string, other: string) => `Benutzername muss '${one}' oder '${other}' sein`,
  wrongPassword: 'Falsches Passwort',
  unreachable: 'Keine Verbindung zum Server. Bitte versuche es gleich noch einmal.',
  tooManyAttempts: 'Zu viele Versuche. Bitte warte einen Moment.',

  otherUnsentTitle: (name: string) => `${name} hat hier noch Ungesendetes`,
  otherUnsent: (name: string, count: number) =>
    `Auf diesem Gerät ${count === 1 ? 'liegt noch 1 Änderung' : `liegen noch ${count} Änderungen`} von ${name}. Das bleibt hier und wird gesendet, sobald ${name} sich auf diesem Gerät wieder anmeldet.`,
  otherUnsentConfirm: 'Trotzdem anmelden',

  signOut: 'Abmelden',
  signOutTitle: 'Wirklich abmelden?',
  signOutUnsent: (count: number) =>
    count === 1
      ? '1 Änderung ist noch nicht gesendet und geht beim Abmelden verloren.'
      : `${count} Änderungen sind noch nicht gesendet und gehen beim Abmelden verloren.`,
  signOutConfirm: 'Trotzdem abmelden',
} as const
