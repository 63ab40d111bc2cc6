import { useTexts } from '../src/i18n/texts.ts'

/** The gallery's texts, English and German: for developers, so not in the product's catalogues. */
const words = {
  title: ['Components', 'Bausteine'],
  lead: [
    'Every component of ui/ in every state. What a pointer or the keyboard brings about is forced in the pictures only.',
    'Jeder Baustein aus ui/ in jedem Zustand. Was Zeiger oder Tastatur bewirken, ist nur auf den Bildern erzwungen.',
  ],
  light: ['Light', 'Hell'],
  dark: ['Dark', 'Dunkel'],
  theme: ['Appearance', 'Darstellung'],
  language: ['Language', 'Sprache'],
  plain: ['As it is', 'Wie es ist'],
  hover: ['Under the pointer', 'Unter dem Zeiger'],
  focus: ['With the focus', 'Mit dem Fokus'],
  disabled: ['Disabled', 'Gesperrt'],
  busy: ['Busy', 'Beschäftigt'],
  error: ['With an error', 'Mit einem Fehler'],
  empty: ['Empty', 'Leer'],
  filled: ['Filled', 'Gefüllt'],
  long: ['With long words', 'Mit langen Worten'],
  chosen: ['Chosen', 'Gewählt'],
  partly: ['Partly', 'Teilweise'],
  hidden: ['Label for screen readers only', 'Beschriftung nur für Screenreader'],
  loading: ['Loading', 'Lädt'],
  failed: ['Failed', 'Fehlgeschlagen'],
  open: ['Open', 'Offen'],
  small: ['Small', 'Klein'],
  danger: ['Dangerous', 'Gefährlich'],
  changed: ['Changed', 'Geändert'],
  save: ['Save', 'Speichern'],
  saving: ['Saving', 'Wird gespeichert'],
  reset: ['Reset', 'Zurücksetzen'],
  remove: ['Delete', 'Löschen'],
  undo: ['Undo', 'Rückgängig'],
  details: ['Details', 'Details'],
  close: ['Close', 'Schließen'],
  show: ['Show it', 'Zeigen'],
  name: ['Relay name', 'Name des Relays'],
  about: ['What readers of the information document see.', 'Was Leser des Informationsdokuments sehen.'],
  wrong: ['Please use at most 30 characters', 'Bitte höchstens 30 Zeichen verwenden'],
  sample: ['A quiet relay', 'Ein ruhiges Relay'],
  sentence: [
    'Notes, pictures and profiles of the people you know, kept on your own machine and served to whoever may read them.',
    'Notizen, Bilder und Profile der Menschen, die Sie kennen, auf Ihrem eigenen Rechner aufbewahrt und denen gezeigt, die sie lesen dürfen.',
  ],
  longWord: [
    'Whatsoever-the-operator-has-written-without-a-single-blank-in-it-has-to-fit',
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  ],
  nothing: ['Nothing here yet', 'Hier ist noch nichts'],
  next: ['It fills as soon as somebody writes.', 'Es füllt sich, sobald jemand schreibt.'],
  failure: ['The relay did not answer in time.', 'Das Relay hat nicht rechtzeitig geantwortet.'],
  month: ['Month', 'Monat'],
  notes: ['Notes', 'Notizen'],
  media: ['Media', 'Medien'],
  basic: ['Basic', 'Einfach'],
  strict: ['Strict', 'Streng'],
  stored: ['stored', 'gespeichert'],
  deleteText: [
    '312 files, 1.4 GB. This cannot be undone.',
    '312 Dateien, 1,4 GB. Das lässt sich nicht rückgängig machen.',
  ],
} as const satisfies Record<string, readonly [english: string, german: string]>

export type Word = keyof typeof words

export function useWords(): (word: Word) => string {
  const { language } = useTexts()
  return word => words[word][language === 'de' ? 1 : 0]
}
