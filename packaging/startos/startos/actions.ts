import { sdk } from './sdk'

const showSetupToken = sdk.Action.withoutInput(
  'show-setup-token',
  async () => ({
    name: 'Show setup token',
    description: 'The console asks for it when the relay is claimed. It is gone once somebody has claimed it.',
    warning: null,
    allowedStatuses: 'any',
    group: null,
    visibility: 'enabled',
  }),
  async () => {
    const token = await sdk.volumes.main.readFile('setup-token', 'utf8').catch(() => undefined)
    if (token === undefined) throw new Error('There is no setup token: the relay is claimed, or has not started yet.')
    return {
      version: '1',
      title: 'Setup token',
      message: 'Open the console, choose "Claim this relay", and enter it there.',
      result: { type: 'single', value: String(token).trim(), copyable: true, qr: false, masked: true },
    }
  },
)

export const actions = sdk.Actions.of().addAction(showSetupToken)
