import { createHash } from 'node:crypto'
import { xOnlyPointFromScalar } from 'tiny-secp256k1'
import { Dice } from './dice.ts'
import { type Topic, topics } from './phrases.ts'

export interface Author {
  readonly secretKey: Uint8Array
  readonly pubkey: string
  readonly name: string
  readonly handle: string
  readonly topic: Topic
  readonly weight: number
  readonly joins: number
  /** Day on which they announce a lightning address or a DHT key; undefined: never. */
  readonly lightningFrom: number | undefined
  readonly dhtFrom: number | undefined
}

const firstNames =
  'Ada,Bruno,Cleo,Dara,Emil,Fay,Gustav,Hana,Ivo,Juno,Kit,Lou,Mara,Nils,Olga,Paul,Quinn,Rosa,Sami,Tilda,Uwe,Vera,Wim,Xenia,Yara,Zeno,Anouk,Bela,Carla,Dov,Elin,Finn,Greta,Hugo,Ines,Jan,Kaya,Leo,Mina,Noor,Otto,Pia,Rafa,Sol,Theo,Una,Viggo,Wanda,Ayo,Bo,Chiara,Dmitri,Esra,Farid,Gita,Hilde'.split(
    ',',
  )
const surnames =
  'Winter,Moss,Okoro,Lindqvist,Baker,Sato,Novak,Field,Reyes,Holm,Castell,Byrne,Keller,Marsh,Silva,Aalto,Weber,Orr'.split(
    ',',
  )

/** A fictional author's key: public, since it is derived from the name. */
export function madeUpKey(name: string): { secretKey: Uint8Array; pubkey: string } {
  const secretKey = createHash('sha256').update(`hornets demo: ${name}`).digest()
  return { secretKey, pubkey: Buffer.from(xOnlyPointFromScalar(secretKey)).toString('hex') }
}

export function makeAuthors(days: number): Author[] {
  const dice = new Dice('authors')
  return firstNames.map((firstName, index) => {
    const joins = Math.floor(days * 0.94 * (index / firstNames.length) ** 0.8)
    const from = (probability: number) =>
      dice.chance(probability) ? joins + dice.between(0, Math.ceil(days / 6)) : undefined
    return {
      ...madeUpKey(`author ${index}`),
      name: dice.chance(0.6) ? `${firstName} ${dice.pick(surnames)}` : firstName,
      handle: firstName.toLowerCase(),
      topic: topics[index % topics.length] as Topic,
      weight: 1 / (1 + (index % 14)),
      joins,
      lightningFrom: from(0.62),
      dhtFrom: from(0.28),
    }
  })
}
