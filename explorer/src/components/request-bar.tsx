import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { curlCommand } from '../model/curl.ts';
import { prettyJson } from '../model/json.ts';
import { announce } from '../state/announce.ts';
import { lastExchange, type Exchange } from '../state/send.ts';
import { Icon } from './icon.tsx';

/** The last request as a curl command, with its response. */
export function RequestBar(): JSX.Element | null {
  const open = useSignal(false);
  const exchange = lastExchange.value;
  if (exchange === undefined) return null;
  const command = curlCommand(exchange.request);
  return (
    <section class="request" aria-label="Last request">
      <div class="request-line">
        <Status exchange={exchange} />
        <code class="request-command" title={command} tabIndex={0} aria-label="curl command">
          {command}
        </code>
        <span class="request-time">{exchange.running ? '' : `${exchange.milliseconds} ms`}</span>
        <button type="button" class="button small" onClick={() => void copy(command)}>
          <Icon name="copy" />
          Copy curl
        </button>
        <button
          type="button"
          class="button small"
          aria-expanded={open.value}
          aria-controls="answer"
          onClick={() => (open.value = !open.value)}
        >
          <Icon name={open.value ? 'down' : 'up'} />
          Response
        </button>
      </div>
      <pre id="answer" class="request-answer" hidden={!open.value} tabIndex={0} aria-label="Response">
        {open.value && prettyJson(exchange.answer)}
      </pre>
    </section>
  );
}

function Status({ exchange }: { readonly exchange: Exchange }): JSX.Element {
  const { status, running } = exchange;
  if (running) return <span class="request-status">…</span>;
  if (status === undefined) return <span class="request-status bad">no response</span>;
  return (
    <span class={status < 400 ? 'request-status good' : 'request-status bad'} aria-label={`Status ${status}`}>
      {status}
    </span>
  );
}

async function copy(command: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(command);
    announce('Command copied.');
  } catch {
    announce('The browser blocked access to the clipboard. Select the command and copy it.');
  }
}
