/** A page of 200 files with their thumbnails is 3 MB. */
const bytesMax = 32 * 1024 * 1024

/** An answer's text. Throws if it is longer than any that a server has reason to send. */
export async function readText({ body }: Response): Promise<string> {
  if (!body) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (const reader = body.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > bytesMax) {
      void reader.cancel().catch(() => {})
      throw new Error('too long')
    }
    text += decoder.decode(value, { stream: true })
  }
}
