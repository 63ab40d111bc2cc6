import { refusals } from '@hornets/contract/wallet/answers/refusals'
import { afterAll, expect, test } from 'vitest'
import german from './de.json' with { type: 'json' }
import { translateSentence } from './sentence.ts'
import { addTexts, showLanguage } from './texts.ts'

const { template } = refusals.insufficientFunds
const figures = { needed_sats: 3_500_330, available_sats: 1200 }
const message = 'Insufficient funds: at least 3500330 sats are needed, 1200 can be spent'

addTexts('de', german)
afterAll(() => showLanguage('en'))

test('a refusal reads in the language of the console, with grouped figures', () => {
  showLanguage('en')
  expect(translateSentence({ message, template, figures })).toBe(
    'Insufficient funds: at least 3,500,330 sats are needed, 1,200 can be spent',
  )
  showLanguage('de')
  expect(translateSentence({ message, template, figures })).toBe(
    'Nicht genug Guthaben: Mindestens 3.500.330 sats werden gebraucht, 1.200 sind verfügbar',
  )
})

test('rates keep their decimals, names stay as they are, and a place without a figure is not hidden', () => {
  showLanguage('de')
  const low = { message: '', template: refusals.rateTooLow.template, figures: { lowest_rate: 1.125 } }
  expect(translateSentence(low)).toContain('unter 1,125 sat/vB')
  const refused = {
    message: '',
    template: refusals.rejectedByNetwork.template,
    figures: { network_reason: '1000 {{x}}' },
  }
  expect(translateSentence(refused)).toBe('Vom Netz abgelehnt: 1000 {{x}}')
  expect(translateSentence({ message: '', template: refusals.alreadyReplaced.template })).toContain('{{txid}}')
})

test('shows English texts from older servers, translated where known', () => {
  showLanguage('de')
  expect(translateSentence({ message: 'Invalid Address' })).toBe('Ungültige Adresse')
  expect(translateSentence({ message })).toBe(message)
})
