import type { AlertMetric } from '@hornets/contract/admin/operation/alerts'
import type { PageTexts, PolicyTitles } from './en.ts'
import {
  type AccountChange,
  type AlertFacts,
  type HealthFacts,
  isByOwner,
  isOfWallet,
  type Letters,
  type MessageFacts,
  type NoticeFacts,
  type NoticeLetters,
  type NoticeWords,
  type PlainMatter,
  type ReminderFacts,
  type ReminderLetters,
  type SecurityFacts,
} from './letter.ts'

const changes = {
  password: 'Das Passwort Ihres Kontos wurde geändert',
  twoFactorOn: 'Die Zwei-Faktor-Anmeldung wurde für Ihr Konto eingeschaltet',
  twoFactorOff: 'Die Zwei-Faktor-Anmeldung wurde für Ihr Konto ausgeschaltet',
  recoveryCodes: 'Für Ihr Konto wurden neue Wiederherstellungscodes erzeugt, und die bisherigen gelten nicht mehr',
  email: 'Die E-Mail-Adresse Ihres Kontos wurde geändert',
  role: 'Die Rolle Ihres Kontos wurde geändert',
  removed: 'Ihr Konto wurde entfernt: Sie können sich nicht mehr anmelden',
  walletApproval: 'Ein anderer Eigentümer bittet am Wallet um Ihre Freigabe',
  walletWords: 'Einem anderen Eigentümer wurden die Wörter des Wallets angezeigt',
  walletOperators: 'Ein anderer Eigentümer hat eine Änderung der Betreiber des Wallets angeordnet',
  walletLimits: 'Ein anderer Eigentümer hat die Limits des Wallets geändert',
} as const

const roles = { owner: 'Eigentümer', operator: 'Betreiber', moderator: 'Moderator', viewer: 'Betrachter' } as const
const notYou =
  'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und beenden Sie alle Sitzungen in den Sicherheitseinstellungen.'
const askOwner = 'Wenn Sie damit nicht gerechnet haben, fragen Sie einen Eigentümer des Relays.'

const checkWallet =
  'Prüfen Sie das in der Konsole, in den Sicherheitseinstellungen des Wallets. Wenn Sie damit nicht gerechnet haben, lehnen Sie es dort ab oder brechen Sie es ab.'

function adviceOn(what: AccountChange): string {
  if (isOfWallet(what)) return checkWallet
  return isByOwner(what) ? askOwner : notYou
}

const reported = { event: 'Ein Event', file: 'Eine Datei', key: 'Ein öffentlicher Schlüssel' } as const
const reportTypes: Readonly<Record<string, string>> = {
  nudity: 'Nacktheit',
  malware: 'Schadsoftware',
  profanity: 'Hass oder Beleidigung',
  illegal: 'rechtswidriger Inhalte',
  spam: 'Spam',
  impersonation: 'falscher Identität',
  other: 'anderer Gründe',
  similar: 'ihrer Ähnlichkeit mit einer gesperrten Datei',
}

function security(facts: SecurityFacts & { at: string }): NoticeWords {
  if (facts.what === 'newSignIn')
    return { headline: 'Anmeldung von einer neuen Adresse', detail: `${facts.address}, ${facts.at}. ${notYou}` }
  if (facts.what === 'deviceAdded' || facts.what === 'webhookAdded')
    return {
      headline: `Für Ihre Benachrichtigungen wurde ${facts.what === 'deviceAdded' ? 'ein neues Gerät' : 'ein neuer Webhook'} eingerichtet`,
      detail: `${facts.name}, ${facts.at}. ${notYou}`,
    }
  return { headline: changes[facts.what], detail: `${facts.at}. ${adviceOn(facts.what)}` }
}

function disk(facts: Extract<HealthFacts, { free: string }> & { isOver: boolean }): NoticeWords {
  switch (facts.what) {
    case 'disk_low':
    case 'disk_full':
      if (facts.isOver) return { headline: 'Auf der Festplatte ist wieder genug Platz', detail: `${facts.free} frei.` }
      return facts.what === 'disk_full'
        ? {
            headline: 'Die Festplatte ist voll',
            detail: `${facts.free} frei. Das Relay nimmt keine neuen Events oder Dateien an.`,
          }
        : {
            headline: 'Die Festplatte ist fast voll',
            detail: `${facts.free} frei. Löschen Sie Dateien oder schaffen Sie Platz.`,
          }
    case 'disk_fills':
    case 'disk_fills_soon':
      return facts.isOver
        ? { headline: 'Die Festplatte füllt sich wieder langsamer', detail: `${facts.free} frei.` }
        : {
            headline: `Die Festplatte ist in weniger als ${facts.what === 'disk_fills' ? 30 : 7} Tagen voll`,
            detail: `${facts.free} frei. Prognose aus dem Wachstum der letzten 30 Tage. Löschen Sie Dateien oder schaffen Sie Platz.`,
          }
  }
}

/** What needs no figures: while it lasts, and once it is over. */
const plain: Record<PlainMatter, { readonly now: NoticeWords; readonly over: NoticeWords }> = {
  events_full: {
    now: {
      headline: 'Die Datei der Events ist voll',
      detail: 'Das Relay nimmt keine neuen Events an. Löschen Sie Events oder erhöhen Sie die Grenze ihrer Größe.',
    },
    over: { headline: 'Events werden wieder gespeichert', detail: 'Die Datei der Events hat Platz.' },
  },
  files_damaged: {
    now: {
      headline: 'Gespeicherte Dateien fehlen oder sind beschädigt',
      detail: 'Die Medienverwaltung listet sie unter „Speicherplatz“ auf und erklärt, was zu tun ist.',
    },
    over: {
      headline: 'Alle gespeicherten Dateien sind wieder da und unbeschädigt',
      detail: 'Alle gemeldeten Probleme sind behoben.',
    },
  },
  store_away: {
    now: { headline: 'Der S3-Server antwortet nicht', detail: 'Uploads schlagen fehl. Prüfen Sie den Server.' },
    over: { headline: 'Der S3-Server antwortet wieder', detail: 'Seine Dateien sind wieder abrufbar.' },
  },
  sale_blocked: {
    now: { headline: 'Abonnenten können nicht bezahlen', detail: 'Richten Sie Wallet und Blockchain-Quelle ein.' },
    over: { headline: 'Abonnenten können wieder bezahlen', detail: 'Das Wallet sieht die Blockchain.' },
  },
  payment_unassigned: {
    now: { headline: 'Zahlung ohne Abonnenten', detail: 'Ordnen Sie sie unter „Abonnenten“ einem Schlüssel zu.' },
    over: { headline: 'Alle Zahlungen sind zugeordnet', detail: 'Jede hat ihren Abonnenten.' },
  },
  wallet_away: {
    now: { headline: 'Der Wallet-Dienst antwortet nicht', detail: 'Es werden keine Zahlungen gutgeschrieben.' },
    over: { headline: 'Der Wallet-Dienst antwortet wieder', detail: 'Zahlungen werden wieder gemeldet.' },
  },
  wallet_behind: {
    now: { headline: 'Das Wallet liegt hinter der Blockchain zurück', detail: 'Neue Zahlungen erscheinen später.' },
    over: { headline: 'Das Wallet ist wieder auf dem Stand der Blockchain', detail: 'Zahlungen erscheinen wieder.' },
  },
  mail_failing: {
    now: {
      headline: 'E-Mails werden nicht verschickt',
      detail: 'Der Mailserver lehnt sie ab. Der Grund steht im Protokoll des Relays.',
    },
    over: { headline: 'E-Mails werden wieder verschickt', detail: 'Der Mailserver nimmt sie an.' },
  },
  backup_old: {
    now: { headline: 'Die letzte Sicherung ist zu alt', detail: 'Sichern Sie auf der Seite „Sicherung“.' },
    over: { headline: 'Es gibt eine neue Sicherung', detail: 'Die letzte ist wieder aktuell.' },
  },
  backup_failed: {
    now: { headline: 'Die letzte Sicherung ist fehlgeschlagen', detail: 'Die Seite „Sicherung“ nennt den Grund.' },
    over: { headline: 'Sicherungen gelingen wieder', detail: 'Die letzte ist vollständig.' },
  },
  restore_test_failed: {
    now: {
      headline: 'Eine Sicherung ließ sich im Test nicht wiederherstellen',
      detail: 'Die Seite „Sicherung“ nennt den Grund. Sichern Sie neu.',
    },
    over: {
      headline: 'Der letzte Wiederherstellungstest ist gelungen',
      detail: 'Die wiederhergestellte Sicherung gleicht dem Original.',
    },
  },
  judge_failing: {
    now: { headline: 'Bilder werden nicht geprüft', detail: 'Der Prüfdienst arbeitet nicht. Prüfen Sie ihn.' },
    over: { headline: 'Bilder werden wieder geprüft', detail: 'Was wartete, ist nacheinander an der Reihe.' },
  },
  round_failed: {
    now: { headline: 'Eine wiederkehrende Aufgabe ist fehlgeschlagen', detail: '„Zustand“ nennt sie samt Fehler.' },
    over: { headline: 'Eine wiederkehrende Aufgabe läuft wieder', detail: 'Ihr letzter Lauf war erfolgreich.' },
  },
  round_late: {
    now: { headline: 'Eine wiederkehrende Aufgabe ist überfällig', detail: '„Zustand“ nennt sie.' },
    over: { headline: 'Eine wiederkehrende Aufgabe läuft wieder', detail: 'Sie ist nicht mehr überfällig.' },
  },
}

const alerts: Readonly<Record<AlertMetric, (facts: AlertFacts) => string>> = {
  disk_free: ({ threshold }) => `Weniger als ${threshold} % der Festplatte sind frei`,
  backup_age: ({ threshold }) => `Die letzte Sicherung ist mindestens ${threshold} Stunden alt`,
  failed_payments: ({ threshold }) => `Fehlgeschlagene Zahlungen in 24 Stunden: ${threshold} oder mehr`,
  open_cases: ({ threshold }) => `Offene Fälle: ${threshold} oder mehr`,
  event_loop: ({ threshold }) => `Das Relay ist um ${threshold} ms oder mehr verzögert`,
  node_away: () => 'Der Bitcoin-Node ist nicht zu sehen',
}

function alert(facts: AlertFacts & { isOver: boolean }): NoticeWords {
  const says = alerts[facts.metric](facts)
  if (facts.isOver) return { headline: `Nicht mehr: ${says}`, detail: 'Ihre Alarmregel gilt nicht mehr.' }
  if (facts.metric === 'node_away') return { headline: says, detail: 'Nach Ihrer Alarmregel.' }
  return { headline: says, detail: `Nach Ihrer Alarmregel. Gemessen: ${facts.value}.` }
}

function health(facts: HealthFacts & { isOver: boolean }): NoticeWords {
  switch (facts.what) {
    case 'disk_low':
    case 'disk_full':
    case 'disk_fills':
    case 'disk_fills_soon':
      return disk(facts)
    case 'database_damaged':
      return facts.isOver
        ? { headline: `${facts.file} ist nicht mehr beschädigt`, detail: 'Die letzte Prüfung fand keine Fehler.' }
        : {
            headline: `${facts.file} ist beschädigt`,
            detail: 'Halten Sie das Relay an und spielen Sie Ihre letzte Sicherung ein.',
          }
    case 'certificate_ends':
    case 'certificate_ended':
      if (facts.isOver) return { headline: `${facts.file} hat ein neues Zertifikat`, detail: 'Es ist gültig.' }
      return facts.what === 'certificate_ended'
        ? {
            headline: `Das Zertifikat von ${facts.file} ist abgelaufen`,
            detail: 'Clients verbinden sich nicht mehr. Erneuern Sie es.',
          }
        : {
            headline: `Das Zertifikat von ${facts.file} läuft in weniger als 14 Tagen ab`,
            detail: 'Prüfen Sie, ob Ihr Webserver es erneuert.',
          }
    case 'alert':
    case 'alert_urgent':
      return alert(facts)
    case 'version_out':
      return facts.isOver
        ? {
            headline: `Version ${facts.file} steht nicht mehr aus`,
            detail: 'Sie ist installiert, oder es gibt eine neuere.',
          }
        : {
            headline: `Version ${facts.file} ist erschienen; hier läuft ${facts.version}`,
            detail: 'Die Seite Zustand der Konsole sagt unter „Version“, wie dieses Relay aktualisiert wird.',
          }
    case 'restart_due':
      return facts.isOver
        ? { headline: 'Die installierte Version läuft', detail: `Es ist ${facts.version}.` }
        : {
            headline: `Version ${facts.file} ist installiert; noch läuft ${facts.version}`,
            detail: 'Starten Sie das Relay neu, um sie zu verwenden.',
          }
    default:
      return plain[facts.what][facts.isOver ? 'over' : 'now']
  }
}

function words(facts: NoticeFacts): NoticeWords {
  if (facts.kind === 'health') return health(facts)
  if (facts.kind === 'security') return security(facts)
  if (facts.kind === 'reports') {
    const by = facts.reporters === 1 ? '1 Meldung' : `${facts.reporters} Meldungen`
    return {
      headline: `${reported[facts.of]} wurde gemeldet`,
      detail: `${by} wegen ${reportTypes[facts.type] ?? facts.type}.`,
    }
  }
  const { sats, from } = facts
  if (facts.what === 'reversed')
    return { headline: 'Eine Zahlung ist nicht mehr in der Blockchain', detail: `Es geht um ${sats} Sats von ${from}.` }
  const tier = facts.tier.replace(/ per month$/, ' pro Monat').replace(/^unlimited/i, 'unbegrenzt')
  return {
    headline: facts.isNew ? 'Neuer Abonnent' : tier ? 'Abonnement verlängert' : 'Zahlung eingegangen',
    detail: `${sats} Sats von ${from}${tier ? ` für ${tier}` : ', als Guthaben behalten'}.`,
  }
}

const notices: NoticeLetters = {
  words,
  several: ({ relay, count }) => `${count} Benachrichtigungen von ${relay}`,
  more: ({ count }) => `Und ${count} weitere.`,
  test: ({ relay }) => ({ headline: `Test von ${relay}`, detail: 'Benachrichtigungen dieses Relays kommen hier an.' }),
  letter: ({ relay, title, paragraphs, url }) => ({
    subject: `${relay}: ${title}`,
    paragraphs: [title, ...paragraphs, 'Was Sie erhalten, wählen Sie unter Profil, Benachrichtigungen.'],
    ...(url !== undefined && { highlight: url, call: 'Konsole öffnen' }),
  }),
}

const stopWords = 'Keine Erinnerungen mehr'

const endOf = ({ relay, tier, day, isOver }: MessageFacts | ReminderFacts) =>
  isOver
    ? `Ihr Abonnement bei ${relay} (${tier}) ist am ${day} abgelaufen.`
    : `Ihr Abonnement bei ${relay} (${tier}) läuft am ${day} ab.`
const costOf = (sats: string) => `Ein weiterer Monat kostet ${sats} Sats.`
function afterEnd({ isOver, writesUntil, hasFreeTier }: MessageFacts | ReminderFacts): string[] {
  if (!isOver) return []
  if (writesUntil === undefined)
    return [
      hasFreeTier ? 'Sie können noch in der kostenlosen Stufe schreiben.' : 'Sie können lesen, aber nicht schreiben.',
    ]
  const then = hasFreeTier ? 'danach in der kostenlosen Stufe' : 'danach nur noch lesen'
  return [`Sie können bis ${writesUntil} schreiben, ${then}.`]
}

const reminders: ReminderLetters = {
  confirmation: ({ relay, code, stopUrl }) => ({
    subject: `Erinnerungen von ${relay} bestätigen`,
    highlight: code,
    paragraphs: [
      'Mit diesem Code bestätigen Sie, dass Sie an diese Adresse erinnert werden möchten, bevor Ihr Abonnement endet:',
      'Er gilt 15 Minuten und nur einmal.',
      'Wenn Sie dieses Relay nicht kennen, ignorieren Sie diese Nachricht: Ohne den Code schreiben wir Ihnen nicht wieder.',
    ],
    stop: { words: stopWords, url: stopUrl },
  }),
  reminder: facts => ({
    subject: `Ihr Abonnement bei ${facts.relay} ${facts.isOver ? 'ist abgelaufen' : 'läuft bald ab'}`,
    highlight: facts.url,
    call: 'Verlängern',
    paragraphs: [endOf(facts), ...(facts.sats === undefined ? [] : [costOf(facts.sats)]), ...afterEnd(facts)],
    stop: { words: stopWords, url: facts.stopUrl },
  }),
  message: facts => [
    endOf(facts),
    ...afterEnd(facts),
    ...(facts.sats === undefined
      ? []
      : [
          facts.address === null
            ? costOf(facts.sats)
            : `Für einen weiteren Monat zahlen Sie ${facts.sats} Sats an ${facts.address}.`,
        ]),
    ...(facts.url === undefined ? [] : [`Ihr Abonnement: ${facts.url}`]),
  ],
}

export const letters: Letters = {
  notices,
  reminders,
  recovery: ({ relay, code, address }) => ({
    subject: `Ihr Sicherheitscode für ${relay}`,
    highlight: code,
    paragraphs: [
      'Jemand, hoffentlich Sie selbst, möchte das Passwort Ihres Kontos zurücksetzen. Hier ist der Sicherheitscode:',
      'Er gilt 15 Minuten und nur einmal. Für die Anmeldung brauchen Sie danach weiterhin den Schlüssel Ihrer Nostr-Erweiterung.',
      `Angefordert wurde er von der Adresse ${address} aus. Wenn Sie das nicht waren, ignorieren Sie diese Nachricht: Ohne den Code ändert sich nichts.`,
    ],
  }),
  verification: ({ relay, code }) => ({
    subject: `Bestätigen Sie Ihre E-Mail-Adresse für ${relay}`,
    highlight: code,
    paragraphs: [
      'Mit diesem Code bestätigen Sie, dass diese Adresse Ihnen gehört:',
      'Er gilt 15 Minuten und nur einmal.',
      'Wenn Sie dieses Relay nicht kennen, ignorieren Sie diese Nachricht.',
    ],
  }),
  newSignIn: ({ relay, at, address, userAgent }) => ({
    subject: `Neue Anmeldung bei ${relay}`,
    paragraphs: [
      `Jemand hat sich von einer neuen Adresse aus bei Ihrem Konto angemeldet: ${address}, am ${at}.`,
      ...(userAgent ? [`Browser: ${userAgent}`] : []),
      notYou,
    ],
  }),
  changed: ({ relay, what, at }) => ({
    subject: isOfWallet(what) ? `Neues vom Wallet von ${relay}` : `Ihr Konto bei ${relay} hat sich geändert`,
    paragraphs: [`${changes[what]} (${at}).`, adviceOn(what)],
  }),
  invitation: ({ relay, role, link, until }) => ({
    subject: `Sie sind zu ${relay} eingeladen`,
    highlight: link,
    call: 'Einladung annehmen',
    paragraphs: [
      `Sie sind eingeladen, dieses Relay als ${roles[role]} mitzubetreuen. Halten Sie Ihre Nostr-Erweiterung bereit und öffnen Sie diesen Link:`,
      `Er gilt bis ${until} und nur einmal.`,
      'Wenn Sie dieses Relay nicht kennen, ignorieren Sie diese Nachricht.',
    ],
  }),
}

export const page: PageTexts = {
  title: 'Abonnieren',
  intro: 'Bezahlen Sie Speicherplatz auf diesem Relay mit Bitcoin. Außer Ihrem Nostr-Schlüssel ist kein Konto nötig.',
  nothingSold: 'Dieses Relay verkauft keine Abonnements.',
  prices: 'Preise',
  size: 'Speicher',
  price: 'Preis für einen Monat',
  sats: 'Sats',
  perMonth: 'pro Monat',
  files: 'Dateien bis {}',
  kept: '{} Tage aufbewahrt',
  kinds: 'Nur Kinds {}',
  freeTier: 'Kostenlos für alle',
  signIn: 'Mit der Erweiterung anmelden',
  signInNote:
    'Ihre Nostr-Erweiterung nennt Ihren öffentlichen Schlüssel und signiert eine Anfrage. Es wird nichts veröffentlicht.',
  noExtension:
    'Keine Nostr-Erweiterung gefunden. Installieren Sie eine, oder öffnen Sie die Seite in einem Browser mit Erweiterung.',
  failed: 'Die Anmeldung ist fehlgeschlagen. Bitte versuchen Sie es erneut.',
  account: 'Ihr Abonnement',
  status: 'Status',
  unpaid: 'Noch nicht bezahlt',
  active: 'Aktiv',
  grace: 'Abgelaufen. Sie können noch einige Tage schreiben.',
  read_only: 'Abgelaufen. Sie können lesen, aber nicht schreiben.',
  readOnlyFree: 'Abgelaufen. Sie können in der kostenlosen Stufe schreiben.',
  ended: 'Beendet. Gespeichertes bleibt erhalten.',
  tier: 'Stufe',
  expires: 'Gültig bis',
  credit: 'Guthaben',
  pending: 'Ausstehende Zahlungen',
  used: 'Belegter Speicher',
  of: 'von',
  pay: 'Bezahlen',
  payNote:
    'Diese Adresse gehört dauerhaft Ihnen. Jede Zahlung verlängert Ihr Abonnement; der Rest bleibt als Guthaben.',
  paused:
    'Zahlungen sind ausgesetzt: Das Relay sieht das Bitcoin-Netz gerade nicht und würde sie nicht bemerken. Fragen Sie den Betreiber.',
  noAddress: 'Zurzeit ist keine Adresse verfügbar. Bitte versuchen Sie es in ein paar Minuten erneut.',
  copy: 'Adresse kopieren',
  copied: 'Kopiert',
  open: 'In Wallet öffnen',
  way: 'Zahlungsart',
  onChain: 'On-Chain',
  lightning: 'Lightning',
  lightningNote: 'Wird gutgeschrieben, sobald bezahlt ist. Eine Rechnung gilt 15 Minuten.',
  makeInvoice: 'Rechnung erstellen',
  makingInvoice: 'Rechnung wird erstellt …',
  copyInvoice: 'Rechnung kopieren',
  invoiceLeft: 'Noch {} gültig',
  invoicePaid: 'Bezahlt. Ihr Abonnement ist auf dem neuesten Stand.',
  invoiceExpired:
    'Diese Rechnung ist abgelaufen. Erstellen Sie eine neue. Haben Sie schon bezahlt, zählt Ihre Zahlung.',
  invoiceFailed: 'Zurzeit ist keine Rechnung verfügbar. Zahlen Sie On-Chain, oder versuchen Sie es später erneut.',
  invoiceTooMany: 'Zu viele Rechnungen. Bitte warten Sie ein paar Minuten, oder zahlen Sie On-Chain.',
  payments: 'Zahlungen',
  date: 'Datum',
  amount: 'Betrag',
  state_pending: 'Ausstehend',
  state_paid: 'Bezahlt',
  state_scheduled: 'Guthaben',
  state_failed: 'Fehlgeschlagen',
  noPayments: 'Noch keine Zahlungen.',
  mail: 'Erinnerungen per E-Mail',
  mailNote: 'Jeweils 7 Tage und 1 Tag vor und nach dem Ende Ihres Abonnements. Nur Sie sehen die Adresse.',
  mailAddress: 'E-Mail-Adresse',
  mailAsk: 'Code senden',
  mailSent: 'Ein Code wurde an {} gesendet.',
  mailCode: 'Code',
  mailConfirm: 'Bestätigen',
  mailOther: 'Andere Adresse verwenden',
  mailOn: 'Erinnerungen gehen an {}.',
  mailStop: 'Keine Erinnerungen per E-Mail mehr',
  mailInvalid: 'Das ist keine E-Mail-Adresse.',
  mailCodeWrong: 'Der Code ist falsch oder abgelaufen.',
  mailUnwanted: 'Dieses Postfach möchte keine E-Mails dieses Relays mehr. Bitte verwenden Sie ein anderes.',
  mailTooOften: 'Zu viele Versuche. Bitte warten Sie eine Stunde.',
  mailFailed: 'Das hat nicht geklappt. Bitte versuchen Sie es später erneut.',
  mailStopped: 'Dieses Postfach erhält keine Erinnerungen dieses Relays mehr.',
}

export const policies: PolicyTitles = {
  posting: 'Regeln für Beiträge',
  privacy: 'Datenschutzerklärung',
  terms: 'Nutzungsbedingungen',
}
