/** Verbatim from mempool's electrs 3.1.0-dev over Knots 29 on regtest. */
export const recordedScript = {
  address: 'bcrt1qpp3t99ppk7zzhrp37gsn400c892k0nuvqcw3zv',
  script: '00140862b29421b7842b8c31f2213abdf8395567cf8c',
  /** For this name it answered the payment of 123,456 sats in the mempool, for the reversed one none. */
  hash: '654d88e787523e723ba4a779b0acc9ca986158c889b2803fe351e307bc2c5083',
} as const

const rpcError = (code: number, message: string) => `sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`

/** Texts of status 400 for a posted transaction. */
export const recordedRefusals = {
  notATransaction: rpcError(-22, 'TX decode failed. Make sure the tx has at least one input.'),
  feeTooLow: rpcError(-26, 'min relay fee not met, 0 < 110'),
  inputsUnknown: rpcError(-25, 'bad-txns-inputs-missingorspent'),
  signatureMissing: rpcError(-26, 'mempool-script-verify-flag-failed (Witness program hash mismatch), input 0 of e227'),
  dust: rpcError(-26, 'dust-nonanchor'),
  outputsAboveInputs: rpcError(-26, 'bad-txns-in-belowout, value in (50.00) < value out (51.00)'),
  feeTooHigh: rpcError(-25, 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)'),
  conflict: rpcError(
    -26,
    'insufficient fee, rejecting replacement 268f; new feerate 0.00454545 BTC/kvB <= old feerate',
  ),
  inABlockAlready: rpcError(-27, 'Transaction outputs already in utxo set'),
} as const
