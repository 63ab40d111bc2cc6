/** Currencies in which this family of servers states amounts. This relay answers in satoshis and US dollars. */
export const currencies = ['USD', 'ETH', 'BTC', 'SATS'] as const
export type Currency = (typeof currencies)[number]
