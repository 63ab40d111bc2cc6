import { z } from 'zod';
export interface RpcPlace {
    /** `http://user:password@host:port`; without user where a cookie is used. */
    readonly url: string;
    /** The node's `.cookie`: new at each of its starts, so that it is read again when it no longer fits. */
    readonly cookieFile?: string | undefined;
}
/** The node has understood and says no. */
export declare class RpcError extends Error {
    readonly name = "RpcError";
    readonly code: number;
    constructor(code: number, message: string);
}
export interface RpcCall {
    readonly method: string;
    readonly params?: readonly unknown[];
}
interface RpcOptions {
    readonly wallet?: string | undefined;
    /** A minute where not said; null for none. */
    readonly timeoutMs?: number | null;
    readonly signal?: AbortSignal;
}
/** Bitcoin Core's JSON-RPC. Throws RpcError for what the node refuses, ChainError when it does not answer. */
export declare class BitcoindRpc {
    #private;
    constructor({ url, cookieFile }: RpcPlace);
    call<Result>(schema: z.ZodType<Result>, call: RpcCall, options?: RpcOptions): Promise<Result>;
    /** Many calls in few requests. A call that the node refuses is answered by its RpcError; the others are not touched. */
    many<Result>(schema: z.ZodType<Result>, calls: readonly RpcCall[], options?: RpcOptions): Promise<(Result | RpcError)[]>;
}
export {};
