import { facts } from './facts'
import { consoleId } from './interfaces'
import { sdk } from './sdk'

export const main = sdk.setupMain(async ({ effects }) => {
  const names = await sdk.host
    .getOwn(effects, consoleId, host =>
      Object.values(host?.bindings ?? {})
        .flatMap(binding => Object.values(binding.interfaces))
        .flatMap(({ addressInfo }) => addressInfo.format('hostname-info'))
        .map(({ hostname }) => hostname),
    )
    .const()

  const subcontainer = sdk.SubContainer.of(
    effects,
    { imageId: 'main' },
    sdk.Mounts.of().mountVolume({ volumeId: 'main', subpath: null, mountpoint: facts.dataDir, readonly: false }),
    'main',
  )
  const { user, dataDir, stopSeconds, trustProxy } = facts
  return sdk.Daemons.of(effects)
    .addOneshot('owner', {
      subcontainer,
      // StartOS mounts volumes as root.
      exec: { command: ['chown', '-R', `${user}:${user}`, dataDir], user: 'root' },
      requires: [],
    })
    .addDaemon('main', {
      subcontainer,
      exec: {
        command: sdk.useEntrypoint(),
        user,
        env: { TRUST_PROXY: trustProxy, ALLOWED_HOSTS: [...new Set(names)].join(',') },
        sigtermTimeout: stopSeconds * 1000,
      },
      ready: {
        display: 'Relay and console',
        gracePeriod: 60_000,
        fn: () =>
          sdk.healthCheck.checkPortListening(effects, facts.consolePort, {
            successMessage: 'The relay and its console answer',
            errorMessage: 'The relay does not answer yet',
          }),
      },
      requires: ['owner'],
    })
})
