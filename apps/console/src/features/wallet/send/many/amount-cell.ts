import { maxSats } from '@hornets/contract/wallet/amounts'
import { satsPerBitcoin } from '../../../../ui/text/usd.ts'

/** Units for numbers without their own. */
export const amountUnits = ['sats', 'btc', 'usd'] as const
export type AmountUnit = (typeof amountUnits)[number]

/** `fraction`: of a satoshi. `unclear`: comma or dot may mark thousands. `rate`: dollars without a known rate. */
export type AmountError = 'missing' | 'amount' | 'fraction' | 'unclear' | 'rate'

interface Decimal {
  readonly whole: string
  readonly fraction: string
}

const signs: readonly (readonly [AmountUnit, RegExp])[] = [
  ['sats', /\s*(?:sats?|satoshis?)$/i],
  ['btc', /^(?:btc|₿)\s*|\s*(?:btc|bitcoins?|₿)$/i],
  ['usd', /^(?:us)?\$\s*|^usd\s*|\s*(?:usd|(?:us)?\$)$/i],
]

/** Whole satoshis: with its own unit, or in `unit`. Never floats; dollars to the nearest satoshi. */
export function readAmountCell(cell: string, unit: AmountUnit, usdPerBitcoin: number | null): number | AmountError {
  const text = cell.trim()
  if (text === '') return 'missing'
  const [own, sign] = signs.find(([, pattern]) => pattern.test(text)) ?? [unit, /$^/]
  const decimal = readDecimal(text.replace(sign, '').trim(), own)
  if (typeof decimal === 'string') return decimal
  const sats = own === 'usd' ? satsOfUsd(decimal, usdPerBitcoin) : satsOf(decimal, own === 'btc' ? 8 : 0)
  if (typeof sats === 'string') return sats
  return sats >= 1 && sats <= maxSats ? sats : 'amount'
}

function satsOf({ whole, fraction }: Decimal, places: number): number | AmountError {
  const parts = fraction.replace(/0+$/, '')
  if (parts.length > places) return 'fraction'
  const digits = `${whole}${parts.padEnd(places, '0')}`.replace(/^0+(?=\d)/, '')
  return digits.length > 16 ? 'amount' : Number(digits)
}

function satsOfUsd({ whole, fraction }: Decimal, usdPerBitcoin: number | null): number | AmountError {
  if (usdPerBitcoin === null) return 'rate'
  return Math.round((Number(`${whole}.${fraction || '0'}`) / usdPerBitcoin) * satsPerBitcoin)
}

/** Digits with optional thousands separators (blanks, apostrophes, commas or dots) and one decimal comma or dot. */
function readDecimal(given: string, unit: AmountUnit): Decimal | AmountError {
  const text = /^\d{1,3}(?:[ '’_\u00A0\u202F]\d{3})+(?:[.,]\d+)?$/.test(given)
    ? given.replace(/[ '’_\u00A0\u202F]/g, '')
    : given
  if (/^\d+$/.test(text)) return { whole: text, fraction: '' }
  // Repeated separators, or different ones for thousands and decimals, are unambiguous.
  if (/^\d{1,3}(?:,\d{3})+\.\d+$|^\d{1,3}(?:\.\d{3})+,\d+$/.test(text)) {
    const [whole = '', fraction = ''] = text.split(/[.,](?=\d+$)/)
    return { whole: whole.replace(/[.,]/g, ''), fraction }
  }
  if (/^\d{1,3}(?:,\d{3}){2,}$|^\d{1,3}(?:\.\d{3}){2,}$/.test(text))
    return { whole: text.replace(/[.,]/g, ''), fraction: '' }
  const [, whole = '', sign = '', fraction = ''] = /^(\d*)([.,])(\d*)$/.exec(text) ?? []
  if (sign === '' || whole + fraction === '') return 'amount'
  const isThousands = /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3
  if (!isThousands) return { whole: whole || '0', fraction }
  // Satoshis have no decimals, and bitcoin is written with a dot everywhere.
  if (unit === 'sats') return { whole: whole + fraction, fraction: '' }
  return unit === 'btc' && sign === '.' ? { whole, fraction } : 'unclear'
}
