import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';

/** A client that may leave before it has its reply. */
export class LeavingClient {
  /** Its request in the log of the web process. */
  readonly requestId: string;
  readonly #request: ClientRequest;

  private constructor(requestId: string, request: ClientRequest) {
    this.requestId = requestId;
    this.#request = request;
  }

  /** Sends a request on a connection of its own: GET, or POST with a form or a JSON object. */
  static async send(url: string, key: string, form?: string): Promise<LeavingClient> {
    const requestId = `leaving-${randomUUID()}`;
    const headers = { authorization: `Api-Key ${key}`, 'x-request-id': requestId };
    const isJson = form?.startsWith('{') ?? false;
    const type = { 'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded' };
    const client = request(
      url,
      form === undefined
        ? { headers, agent: false }
        : { headers: { ...headers, ...type }, method: 'POST', agent: false },
    );
    const isSent = once(client, 'finish');
    client.on('error', () => {}).end(form);
    await isSent;
    return new LeavingClient(requestId, client);
  }

  leave(): void {
    this.#request.destroy();
  }
}
