import english from '../../../i18n/en.json?sections=authLater,role'
import type { Language } from '../../../i18n/language.ts'
import type { LaterTexts } from './read-text.ts'
import { addLaterTexts } from './texts.ts'

const catalogues = import.meta.glob<LaterTexts>(['../../../i18n/*.json', '!../../../i18n/en.json'], {
  query: '?sections=authLater,role',
  import: 'default',
})

const read = async (of: Language): Promise<LaterTexts> => (await catalogues[`../../../i18n/${of}.json`]?.()) ?? english

/** Resolves once the texts of the later screens are there; English ones where the others cannot be had. */
export const laterTexts = addLaterTexts(of => read(of).catch(() => english))
