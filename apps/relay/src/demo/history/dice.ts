import { createHash } from 'node:crypto'

export class Dice {
  #state: number

  constructor(name: string) {
    this.#state = createHash('sha256').update(name).digest().readUInt32LE(0)
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.next() * items.length)] as Item
  }

  howMany(mean: number): number {
    const limit = Math.exp(-Math.min(mean, 50))
    let count = 0
    for (let product = this.next(); product > limit; product *= this.next()) count += 1
    return count
  }

  hex(bytes: number): string {
    return Array.from({ length: bytes }, () => this.between(0, 255).toString(16).padStart(2, '0')).join('')
  }
}
