import type { AdminDatabase } from '../database/admin-database.ts'
import { SecretBox } from '../database/secret-box.ts'
import { EngineChoiceStore } from './engine-choice-store.ts'

export type Choices = EngineChoiceStore

export async function openChoices(database: AdminDatabase, dataDir: string): Promise<Choices> {
  return new EngineChoiceStore(database, await SecretBox.open(dataDir))
}
