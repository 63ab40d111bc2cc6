import { startHttpService, textOf } from '../../support/http-service.ts'

/** Body of a request to Ollama's generate endpoint (github.com/ollama/ollama, docs/api.md). */
export interface GenerateRequest {
  readonly model: string
  readonly prompt: string
  readonly stream: boolean
}

/** What the prompt shows as the note, and everything else in it. */
export function readPrompt(prompt: string): { note: string; outside: string } {
  const mark = /<note-([0-9a-f]{24})>\n/.exec(prompt)?.[1]
  const [before = '', rest = ''] = prompt.split(`<note-${mark}>\n`)
  const [data = '', ...after] = rest.split(`\n</note-${mark}>`)
  return { note: JSON.parse(data), outside: before + after.join('') }
}

export async function startOllama(think: (prompt: string) => string | Promise<string>) {
  const requests: GenerateRequest[] = []
  let cancelled = 0
  const service = await startHttpService(async (request, response) => {
    const body = JSON.parse(await textOf(request)) as GenerateRequest
    requests.push(body)
    response.once('close', () => {
      if (!response.writableEnded) cancelled++
    })
    const text = await think(body.prompt)
    const created_at = new Date().toISOString()
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(JSON.stringify({ model: body.model, created_at, response: text, done: true, done_reason: 'stop' }))
  })
  return {
    ...service,
    url: `${service.url}/api/generate`,
    requests,
    cancelled: () => cancelled,
    notes: () => requests.map(({ prompt }) => readPrompt(prompt).note),
  }
}

export interface FeedRequest {
  readonly custom_instruction: string
  readonly event_data: { readonly id: string; readonly content: string }
}

export async function startFeeder(answer: (request: FeedRequest) => unknown) {
  const requests: FeedRequest[] = []
  const service = await startHttpService(async (request, response) => {
    const body = JSON.parse(await textOf(request)) as FeedRequest
    requests.push(body)
    response.end(JSON.stringify(await answer(body)))
  })
  return { ...service, url: `${service.url}/feed`, requests }
}
