export interface HttpRequest {
    readonly method?: 'GET' | 'POST';
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    /** For the whole exchange; no limit without. */
    readonly timeoutMs?: number;
    /** A longer answer is an error. */
    readonly maxBytes: number;
    readonly signal?: AbortSignal | undefined;
}
/**
 * One exchange with another service. Redirects are not followed. Node's own client, since `fetch` gives up after five
 * minutes without an answer, and a node that searches its chain takes hours.
 */
export declare function sendRequest(url: URL, options: HttpRequest): Promise<HttpAnswer>;
export interface HttpAnswer {
    readonly status: number;
    readonly text: string;
}
