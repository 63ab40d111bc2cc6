import { general } from '@hornets/contract/admin/settings'
import type { Context } from '../context.ts'
import { buildFolder } from './build-folder.ts'
import { Demo } from './demo.ts'
import { openDemoNode } from './demo-node.ts'
import type { CreateSandboxApp } from './sandbox-app.ts'

export async function openDemo(context: Context, createApp: CreateSandboxApp): Promise<Demo> {
  const { config, accounts, settings, now, demoDays, logger: nodeLogger } = context
  const logger = nodeLogger.child({ node: 'demo' })
  const demo = await Demo.open({
    mode: config.demoMode,
    isClaimed: () => accounts.isClaimed(),
    isKept: () => settings.get(general).demo_mode,
    dataDir: config.dataDir,
    build: (folder, signal) => buildFolder(folder, { until: now(), days: demoDays }, signal),
    open: (folder, onWornOut) => openDemoNode({ createApp, folder, config, now, logger, onWornOut }),
    now,
    logger,
  })
  accounts.onChange(() => demo.refresh())
  settings.onChange(general, () => demo.refresh())
  return demo
}
