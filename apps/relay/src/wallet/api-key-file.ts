import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wallet } from '@hornets/contract/admin/settings'
import { writeWhole } from '@hornets/server/disk/whole-file'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type { Settings, Unsubscribe } from '../settings/settings.ts'

const fileName = 'wallet-api-key'

export interface ApiKeyFileOptions {
  readonly dataDir: string
  readonly settings: Settings
  readonly logger: Logger
}

/** In the data folder, readable by its user only. The wallet rereads it when it changes. */
export class ApiKeyFile {
  readonly #path: string
  readonly #writes = pLimit(1)
  readonly #unfollow: Unsubscribe

  private constructor({ dataDir, settings, logger }: ApiKeyFileOptions) {
    this.#path = join(dataDir, fileName)
    this.#unfollow = settings.onChange(wallet, ({ api_key }) => {
      this.#write(api_key).catch(err => logger.error({ err }, "could not write the wallet's key to its file"))
    })
  }

  static async open(options: ApiKeyFileOptions): Promise<ApiKeyFile> {
    const file = new ApiKeyFile(options)
    await file.#write(options.settings.get(wallet).api_key)
    return file
  }

  async close(): Promise<void> {
    this.#unfollow()
    await this.#writes(() => undefined)
  }

  #write(key: string): Promise<void> {
    return this.#writes(async () => {
      if ((await readFile(this.#path, 'utf8').catch(() => null)) !== key) await writeWhole(this.#path, key)
    })
  }
}
