import { isByOwner, type Letters } from './letter.ts'

const changes = {
  password: 'Das Passwort Ihres Kontos wurde geändert',
  twoFactorOn: 'Die Zwei-Faktor-Anmeldung wurde für Ihr Konto eingeschaltet',
  twoFactorOff: 'Die Zwei-Faktor-Anmeldung wurde für Ihr Konto ausgeschaltet',
  recoveryCodes: 'Für Ihr Konto wurden neue Wiederherstellungscodes erzeugt, und die bisherigen gelten nicht mehr',
  email: 'Die E-Mail-Adresse Ihres Kontos wurde geändert',
  role: 'Die Rolle Ihres Kontos wurde geändert',
  removed: 'Ihr Konto wurde entfernt: Sie können sich nicht mehr anmelden',
} as const

const roles = { owner: 'Eigentümer', operator: 'Betreiber', moderator: 'Moderator', viewer: 'Betrachter' } as const
const notYou =
  'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und beenden Sie alle Sitzungen in den Sicherheitseinstellungen.'
const askOwner = 'Wenn Sie damit nicht gerechnet haben, fragen Sie einen Eigentümer des Relays.'

export const letters: Letters = {
  recovery: ({ relay, code, address }) => ({
    subject: `Ihr Sicherheitscode für ${relay}`,
    highlight: code,
    paragraphs: [
      'Jemand, hoffentlich Sie, möchte das Passwort Ihres Kontos zurücksetzen. Das ist der Sicherheitscode:',
      'Er gilt 15 Minuten und nur einmal. Für die Anmeldung brauchen Sie danach weiterhin den Schlüssel Ihrer Nostr-Erweiterung.',
      `Angefordert wurde er von der Adresse ${address} aus. Wenn Sie das nicht waren, können Sie diese Nachricht ignorieren: Ohne den Code ändert sich nichts.`,
    ],
  }),
  verification: ({ relay, code }) => ({
    subject: `Bestätigen Sie Ihre E-Mail-Adresse für ${relay}`,
    highlight: code,
    paragraphs: [
      'Mit diesem Code bestätigen Sie, dass diese Adresse Ihnen gehört:',
      'Er gilt 15 Minuten und nur einmal.',
      'Wenn Ihnen dieses Relay nichts sagt, können Sie diese Nachricht ignorieren.',
    ],
  }),
  newSignIn: ({ relay, at, address, userAgent }) => ({
    subject: `Neue Anmeldung bei ${relay}`,
    paragraphs: [
      `Jemand hat sich von einer Adresse aus angemeldet, von der Ihr Konto bisher nicht benutzt wurde: ${address}, am ${at}.`,
      ...(userAgent ? [`Der Browser nennt sich: ${userAgent}`] : []),
      notYou,
    ],
  }),
  changed: ({ relay, what, at }) => ({
    subject: `Ihr Konto bei ${relay} hat sich geändert`,
    paragraphs: [`${changes[what]} (${at}).`, isByOwner(what) ? askOwner : notYou],
  }),
  invitation: ({ relay, role, link, until }) => ({
    subject: `Sie sind zu ${relay} eingeladen`,
    highlight: link,
    call: 'Einladung annehmen',
    paragraphs: [
      `Sie sind eingeladen, dieses Relay als ${roles[role]} mitzubetreuen. Halten Sie Ihre Nostr-Erweiterung bereit und öffnen Sie diesen Link:`,
      `Er gilt einmal, bis ${until}.`,
      'Wenn Ihnen dieses Relay nichts sagt, können Sie diese Nachricht ignorieren.',
    ],
  }),
}
