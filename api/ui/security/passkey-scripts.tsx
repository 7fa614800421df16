import type { VNode } from 'preact';
import { staticUrl } from '../static-files.ts';
import { PASSKEY_OPTIONS } from './paths.ts';

/** What a page with a button for passkeys loads. */
export function PasskeyScripts(): VNode {
  return (
    <>
      <script src={staticUrl('simplewebauthn.js')} defer />
      <script src={staticUrl('passkeys.js')} data-options={PASSKEY_OPTIONS} defer />
    </>
  );
}
