import type { Choice } from '../../../ui/forms/select.tsx'

/** ISO 3166-1 alpha-2. */
const countryCodes = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY
  BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK
  FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR
  IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK
  ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM
  PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF
  TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`

/** Every country, named in the interface's language. */
export function countryChoices(locale: string, none: string): Choice[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const named = countryCodes
    .trim()
    .split(/\s+/)
    .map(value => ({ value, label: names.of(value) ?? value }))
  return [{ value: '', label: none }, ...named.sort((a, b) => a.label.localeCompare(b.label, locale))]
}

/** The web's most common languages, named in the interface's language. */
const languageCodes =
  'ar bn cs da de el en es fa fi fr he hi hu id it ja ko nl no pl pt ro ru sv th tr uk ur vi zh'.split(' ')

/** A stored language stays among them. */
export function languageChoices(locale: string, none: string, set: string): Choice[] {
  const names = new Intl.DisplayNames([locale], { type: 'language' })
  const nameOf = (code: string) => (/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(code) ? (names.of(code) ?? code) : code)
  const codes = new Set([...languageCodes, ...(set ? [set] : [])])
  const named = [...codes].map(value => ({ value, label: nameOf(value) }))
  return [{ value: '', label: none }, ...named.sort((a, b) => a.label.localeCompare(b.label, locale))]
}
