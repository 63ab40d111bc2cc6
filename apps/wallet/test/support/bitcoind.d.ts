/** A real node on regtest with its own folder and ports, and a wallet of its own that mines and pays. */
export declare class RegtestNode {
    #private;
    readonly url: string;
    readonly cookieFile: string;
    private constructor();
    /** With coins to pay from: 110 blocks are mined. */
    static start(): Promise<RegtestNode>;
    rpc<Result = unknown>(method: string, params?: unknown[], wallet?: string): Promise<Result>;
    miner<Result = unknown>(method: string, params?: unknown[]): Promise<Result>;
    /** Hashes of the new blocks. */
    mine(count: number): Promise<string[]>;
    newAddress(): Promise<string>;
    /** Pays from the node's own wallet; answers the txid. */
    pay(address: string, sats: number, feeRate?: number): Promise<string>;
    /** The same payment at a higher rate; answers the txid of the replacement. */
    bumpFee(txid: string, feeRate: number): Promise<string>;
    /** Pays many at once. */
    payMany(amounts: Record<string, number>): Promise<void>;
    stop(): Promise<void>;
}
