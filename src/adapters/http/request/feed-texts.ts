// Places and names of changes as opaque texts: `p…` is a place in the feed, `c…` is a change. Both are encrypted, so that they do not reveal how
// much hidden data changes.
import { hash } from 'node:crypto';
import type { FeedPlace } from '#application/model/feed-place';
import type { KeptChange } from '#application/ports/change-feed';
import type { ResourceType } from '#domain/schema';
import { textCipher } from '../api/text-cipher.ts';

export interface FeedTexts {
  /** @param view of the actor, from `viewerOf`: a place is valid for one view only */
  readonly writePlace: (place: FeedPlace, view: string | undefined) => string;
  /** @param text has the form of a place */
  readonly readPlace: (text: string, view: string | undefined) => ReadPlace;
  /** @param refetch the type to read again because of the change. The name then differs from that of the change itself. */
  readonly writeName: (name: KeptChange['name'], refetch?: ResourceType) => string;
}

export type ReadPlace =
  { readonly kind: 'place'; readonly place: FeedPlace } | { readonly kind: 'other-history' | 'other-view' };

const PLACE_FORM = /^p[A-Za-z0-9_-]{1,199}$/;
const VIEW_BYTES = 8;
const RESTART_BYTES = 16;
/** View, restart, seq, told, mark, within. */
const PLACE_BYTES = VIEW_BYTES + RESTART_BYTES + 8 + 4 + 8 + 2;
/** Write, n, mark. */
const NAME_BYTES = 8 + 4 + 8;
/** Stands for all changes of a write. A write has fewer. */
const ALL = 0xffff_ffff;
const NO_CONTEXT = Buffer.alloc(0);

/** True if a text has the form of a place. */
export function isPlaceText(text: string): boolean {
  return PLACE_FORM.test(text);
}

/** @param secret of the feed */
export function feedTexts(secret: string): FeedTexts {
  const [places, names] = [textCipher(secret, 'places in the feed'), textCipher(secret, 'names of changes')];
  const writePlace: FeedTexts['writePlace'] = ({ restart, seq, told, mark, within = 0 }, view) => {
    const bytes = Buffer.alloc(PLACE_BYTES);
    viewBytes(view).copy(bytes);
    bytes.write(restart, VIEW_BYTES, RESTART_BYTES, 'hex');
    const at = VIEW_BYTES + RESTART_BYTES;
    bytes.writeBigUInt64BE(BigInt(seq), at);
    bytes.writeUInt32BE(told === 'all' ? ALL : told, at + 8);
    bytes.writeBigInt64BE(BigInt(mark), at + 12);
    bytes.writeUInt16BE(within, at + 20);
    return `p${places.encrypt(bytes, NO_CONTEXT).toString('base64url')}`;
  };
  return {
    writePlace,
    readPlace: (text, view) => {
      const bytes = places.decrypt(Buffer.from(text.slice(1), 'base64url'), NO_CONTEXT);
      if (bytes?.length !== PLACE_BYTES) return { kind: 'other-history' };
      if (!bytes.subarray(0, VIEW_BYTES).equals(viewBytes(view))) return { kind: 'other-view' };
      const at = VIEW_BYTES + RESTART_BYTES;
      const [told, within] = [bytes.readUInt32BE(at + 8), bytes.readUInt16BE(at + 20)];
      const place: FeedPlace = {
        restart: bytes.toString('hex', VIEW_BYTES, at),
        seq: Number(bytes.readBigUInt64BE(at)),
        told: told === ALL ? 'all' : told,
        mark: String(bytes.readBigInt64BE(at + 12)),
        ...(within > 0 && { within }),
      };
      // Accepts only the canonical text, because Node decodes others to the same bytes.
      return writePlace(place, view) === text ? { kind: 'place', place } : { kind: 'other-history' };
    },
    writeName: ({ write, n, mark }, refetch) => {
      const type = refetch ?? '';
      const bytes = Buffer.alloc(NAME_BYTES + Buffer.byteLength(type));
      bytes.writeBigUInt64BE(BigInt(write), 0);
      bytes.writeUInt32BE(n, 8);
      bytes.writeBigInt64BE(BigInt(mark), 12);
      bytes.write(type, NAME_BYTES);
      return `c${names.encrypt(bytes, NO_CONTEXT).toString('base64url')}`;
    },
  };
}

function viewBytes(view: string | undefined): Buffer {
  return view === undefined ? Buffer.alloc(VIEW_BYTES) : hash('sha256', view, 'buffer').subarray(0, VIEW_BYTES);
}
