import { median, printFigure, rounded } from '../figures.ts'

export type Better = 'more' | 'less'

interface Figure {
  readonly figure: string
  readonly unit: string
  readonly better: Better
}

/** Rounds of both relays, medians, one JSON line per figure, and finally a table of all. */
export class FiguresOfRows {
  readonly #peer: string
  readonly #rounds = new Map<string, Figure & { readonly values: Map<string, number[]>; readonly loads: number[] }>()
  readonly #printed: (Figure & { ours: number; peer: number; load: number })[] = []

  constructor(peer: string) {
    this.#peer = peer
  }

  add(relay: string, figure: Figure, value: number, othersBusyCores: number): void {
    const known = this.#rounds.get(figure.figure) ?? {
      ...figure,
      values: new Map<string, number[]>(),
      loads: [] as number[],
    }
    this.#rounds.set(figure.figure, known)
    const values = known.values.get(relay) ?? []
    values.push(value)
    known.values.set(relay, values)
    known.loads.push(othersBusyCores)
  }

  print(facts: Readonly<Record<string, unknown>>): void {
    for (const [name, { unit, better, values, loads }] of this.#rounds) {
      const ours = median(values.get('ours') ?? [])
      const peer = median(values.get(this.#peer) ?? [])
      const load = rounded(median(loads), 2)
      const ratio = better === 'more' ? ours / peer : peer / ours
      const lists = Object.fromEntries([...values].map(([relay, list]) => [`${relay}Rounds`, list.map(short)]))
      printFigure({
        bench: 'peer',
        figure: name,
        unit,
        ours: short(ours),
        [this.#peer]: short(peer),
        ahead: rounded(ratio, 2),
        othersBusyCores: load,
        ...facts,
        ...lists,
      })
      this.#printed.push({ figure: name, unit, better, ours, peer, load })
    }
    this.#rounds.clear()
  }

  table(): string {
    const lines = this.#printed.map(({ figure, unit, better, ours, peer, load }) => {
      const ratio = better === 'more' ? ours / peer : peer / ours
      const verdict = Number.isNaN(ratio) ? '' : ratio >= 1 ? `ahead ${times(ratio)}` : `behind ${times(1 / ratio)}`
      return `| ${figure}, ${unit} | ${show(ours)} | ${show(peer)} | ${verdict} | ${load} |`
    })
    return [`| | ours | ${this.#peer} | | cores others used |`, '|---|---|---|---|---|', ...lines].join('\n')
  }
}

const short = (value: number) => (value >= 100 ? Math.round(value) : rounded(value, 2))
const times = (ratio: number) => `${rounded(ratio, ratio < 10 ? 2 : 0)} ×`
const show = (value: number) => (Number.isNaN(value) ? '–' : short(value).toLocaleString('en'))
