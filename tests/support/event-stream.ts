/** Listens to the inbox's events as an open page does; `get` asks below its API. */
export async function listenTo({ get }: { get(path: string): Promise<Response> }) {
  const { headers, body } = await get('events');
  if (body === null) throw new Error('no body');
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const event = 'event: change\ndata: {}\n\n';
  let text = '';

  return {
    headers,
    /** Resolves at the next event. */
    async next(): Promise<void> {
      while (!text.includes(event)) {
        const { value, done } = await reader.read();
        if (done) throw new Error('the stream ended');
        text += value;
      }
      text = text.slice(text.indexOf(event) + event.length);
    },
    /** Resolves when the server has ended the stream. */
    async ended(): Promise<void> {
      while (!(await reader.read()).done);
    },
  };
}
