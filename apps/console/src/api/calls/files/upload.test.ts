import { uploadFile } from '@hornets/contract/admin/files/file-changes'
import { afterEach, expect, it, vi } from 'vitest'
import { upload } from './upload.ts'

const { leaveBecause, signInAgain, sendFile, session } = vi.hoisted(() => ({
  leaveBecause: vi.fn(),
  signInAgain: vi.fn(),
  sendFile: vi.fn(),
  session: { token: 'secret' },
}))
vi.mock('../../session/session.ts', () => ({ readSession: () => session }))
vi.mock('../../session/leave.ts', () => ({ leaveBecause }))
vi.mock('../../session/sign-in-again.ts', () => ({ signInAgain }))
vi.mock('./send-file.ts', () => ({ sendFile }))

afterEach(() => {
  vi.resetAllMocks()
  session.token = 'secret'
})

const ended = { status: 401, text: '{"error":"Invalid or expired token","code":"unauthorized"}' }
const send = () => {
  const signal = new AbortController().signal
  return upload(uploadFile, new File(['a'], 'a.txt'), { signal, onProgress: () => undefined })
}
const tokens = () => sendFile.mock.calls.map(([, , { headers }]) => headers.authorization)

it('AUTH-09, AUTH-48, AUTH-49: a file is sent with the token, and a 401 logs out', async () => {
  sendFile.mockResolvedValue(ended)
  signInAgain.mockResolvedValue(false)
  await expect(send()).rejects.toMatchObject({ status: 401, message: 'Invalid or expired token' })
  expect(tokens()).toEqual(['Bearer secret'])
  expect(leaveBecause.mock.calls).toEqual([['Authentication failed. You have been logged out.']])
})

it('a file is sent again with the token of who has signed in again meanwhile', async () => {
  sendFile
    .mockResolvedValueOnce(ended)
    .mockResolvedValueOnce({ status: 403, text: '{"error":"No","code":"forbidden"}' })
  signInAgain.mockImplementation(async () => {
    session.token = 'another'
    return true
  })
  await expect(send()).rejects.toMatchObject({ code: 'forbidden' })
  expect(tokens()).toEqual(['Bearer secret', 'Bearer another'])
  expect(leaveBecause).not.toHaveBeenCalled()
})
