export interface FanOutClient {
  /** Key for its share; null where many people share an address: counted alone. */
  readonly place: string | null
  takeFanOutSteps(): number
  endSubscriptions(message: string): void
}

interface Spent {
  readonly client: FanOutClient
  readonly steps: number
}

const message = 'rate-limited: your subscriptions are too expensive; use narrower filters'

/** Ends subscriptions of an address that took more than `stepsMax`, those of its costliest connections first. */
export function boundFanOut(clients: Iterable<FanOutClient>, stepsMax: number): void {
  const byPlace = new Map<string | FanOutClient, Spent[]>()
  for (const client of clients) {
    const steps = client.takeFanOutSteps()
    if (steps === 0) continue
    const place = client.place ?? client
    const others = byPlace.get(place)
    if (others) others.push({ client, steps })
    else byPlace.set(place, [{ client, steps }])
  }
  for (const spent of byPlace.values()) endCostliest(spent, stepsMax)
}

function endCostliest(spent: Spent[], stepsMax: number): void {
  let sum = spent.reduce((all, { steps }) => all + steps, 0)
  if (sum <= stepsMax) return
  for (const { client, steps } of spent.sort((a, b) => b.steps - a.steps)) {
    client.endSubscriptions(message)
    sum -= steps
    if (sum <= stepsMax) return
  }
}
