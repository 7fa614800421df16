import { type NamedAnswer, serverTiming } from '../ask.ts';
import { defineEndpoint } from '../endpoint.ts';
import { translateParams, translateText, translationReply } from '../translation.ts';

/** Translation through the backend that this deployment is connected to. */
export const translate = defineEndpoint({
  name: 'translate',
  path: '/api/v1/translate/',
  counts: true,
  takesBody: true,
  summary: 'Translate',
  description:
    'Translates a text. Send long ones by POST, as a form or as JSON: it keeps them out of addresses and logs.',
  query: translateParams,
  reply: translationReply,
  example: { source: 'auto', target: 'de', translated_text: 'Guten Morgen!', detected_lang: 'en' },
  async handle(context) {
    const heard: NamedAnswer[] = [];
    try {
      return await translateText(context.params, context, heard);
    } finally {
      if (heard.length > 0) context.reply.header('server-timing', serverTiming(heard));
    }
  },
});
