/** Verifies BIP-340 signatures of 32-byte messages; all lengths must be right. Never throws. */
export type VerifySchnorr = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean
