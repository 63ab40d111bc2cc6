import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'

const ip = (...args: readonly string[]) => execFileSync('ip', [...args], { stdio: 'pipe' })

export interface Host {
  /** As the tests reach it. */
  readonly address: string
  /** As the other one reaches it. */
  readonly inside: string
  /** Starts a program there. */
  readonly by: readonly string[]
}

/** Two hosts with a cable between them, and one from each to the tests, by Linux's network namespaces. */
export class TwoHosts {
  readonly #name = `h${randomInt(2 ** 20).toString(36)}`
  readonly #net = `10.${randomInt(64, 250)}`
  readonly hosts: readonly [Host, Host]

  constructor() {
    this.hosts = [this.#make(1), this.#make(2)]
    this.#ip(1, 'link', 'add', 'cable', 'type', 'veth', 'peer', 'name', 'cable', 'netns', this.#nameOf(2))
    for (const number of [1, 2]) this.#open(number, 'cable', `${this.#net}.0.${number}/24`)
  }

  /** Everything that one sends to the other is lost. */
  split(): void {
    this.#ip(1, 'link', 'set', 'cable', 'down')
  }

  join(): void {
    this.#ip(1, 'link', 'set', 'cable', 'up')
  }

  /** Established connections between them, as one of them sees it. */
  connectionsOf(number: 1 | 2): number {
    const sockets = execFileSync('ip', ['netns', 'exec', this.#nameOf(number), 'cat', '/proc/net/tcp'], {
      encoding: 'utf8',
    })
    const other = Buffer.from([3 - number, 0, ...this.#net.split('.').map(Number).reverse()])
    return sockets
      .split('\n')
      .filter(line => line.includes(` ${other.toString('hex').toUpperCase()}:`) && / 01 /.test(line)).length
  }

  close(): void {
    for (const number of [1, 2]) ip('netns', 'del', this.#nameOf(number))
  }

  #make(number: number): Host {
    const [name, outside, net] = [this.#nameOf(number), this.#nameOf(number), `${this.#net}.${number}`]
    ip('netns', 'add', name)
    ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', 'tests', 'netns', name)
    ip('addr', 'add', `${net}.1/24`, 'dev', outside)
    ip('link', 'set', outside, 'up')
    this.#ip(number, 'link', 'set', 'lo', 'up')
    this.#open(number, 'tests', `${net}.2/24`)
    return { address: `${net}.2`, inside: `${this.#net}.0.${number}`, by: ['ip', 'netns', 'exec', name] }
  }

  #open(number: number, device: string, address: string): void {
    this.#ip(number, 'addr', 'add', address, 'dev', device)
    this.#ip(number, 'link', 'set', device, 'up')
  }

  #ip(number: number, ...args: readonly string[]): void {
    ip('-n', this.#nameOf(number), ...args)
  }

  #nameOf(number: number): string {
    return `${this.#name}-${number}`
  }
}
