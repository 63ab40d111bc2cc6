export interface BulkResult<Item> {
  readonly done: readonly Item[]
  readonly failed: readonly { readonly item: Item; readonly error: unknown }[]
}

/** So many calls are under way at a time: quick for a few thousand, and no flood. */
const atOnce = 6

/** Does the work for each item, several at once. One failure does not stop the others; `onProgress` counts all that ended. */
export async function runBulk<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  onProgress: (ended: number) => void = () => {},
): Promise<BulkResult<Item>> {
  const done: Item[] = []
  const failed: { item: Item; error: unknown }[] = []
  const queue = items.values()
  async function worker(): Promise<void> {
    for (const item of queue) {
      try {
        await work(item)
        done.push(item)
      } catch (error) {
        failed.push({ item, error })
      }
      onProgress(done.length + failed.length)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { done, failed }
}
