import { expect, it } from 'vitest'
import { startMailServer } from '../support/mail-server.ts'
import { putAdmin } from '../support/people.ts'
import { startWalletWorld } from './wallet-world.ts'

it('notifies the other owners by email and other channels, and no one else', async () => {
  const post = await startMailServer()
  const world = await startWalletWorld({ config: { smtp: post.smtp } })
  try {
    const [owner, operator] = [
      await putAdmin(world.relay, 'owner', { lang: 'en' }),
      await putAdmin(world.relay, 'operator'),
    ]
    const database = world.relay.context.adminDatabase
    await database.transact(async tx => {
      for (const [{ id }, email] of [
        [owner, 'owner@mail.example'],
        [operator, 'operator@mail.example'],
      ] as const)
        await tx.updateTable('accounts').set({ email, email_verified: 1 }).where('id', '=', id).execute()
    })
    const news = (what: string, by: string | null) => ({ what, by, at: new Date(world.clock.now).toISOString() })
    const wrong = await world.push('security', { wallet_name: 'default', news: [news('nothing', null)] })
    expect(wrong.status).toBe(400)
    const own = { wallet_name: 'default', news: [news('limits', owner.operator.pubkey)] }
    expect((await world.push('security', own)).status).toBe(200)
    const others = { wallet_name: 'default', news: [news('words', 'cd'.repeat(32))] }
    expect((await world.push('security', others)).body).toEqual({ message: 'Taken' })
    const mail = await post.mailTo('owner@mail.example')
    expect(JSON.stringify(mail)).toContain('Another owner was shown the words of the wallet')
    const notices = await database.reads.selectFrom('notices').selectAll().where('account_id', '=', owner.id).execute()
    expect(notices.map(({ facts }) => JSON.parse(facts))).toEqual([{ what: 'walletWords' }])
    expect(post.mails.filter(({ to }) => to.includes('operator@mail.example'))).toEqual([])
  } finally {
    await world.close()
    await post.close()
  }
})
