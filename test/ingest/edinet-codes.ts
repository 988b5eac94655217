/** A code list of made-up companies in cp932, as EDINET publishes it: one good line, a fund, and a broken code in line 5. */
export const EDINET_CODES = Buffer.from(
  "g1+DRYOTg42BW4NojsCNc5P6LDIwMjaUTjAxjI4zMZP6jLuN3SyMj5CULDOMjwqCZIJjgmiCbYJkgnODUoFbg2gskvGPb47S" +
    "ju2VyiyP44/qi+aVqiyYQYyLgsyXTJazLI6RlnuL4CyMiI5ak/oskvGPb47SlrwskvGPb47SlryBaYlwjpqBaiyS8Y9vjtKW" +
    "vIFpg4iDfoFqLI+Kjd2SbiyS8Y9vjtKLxo7tLI/YjJSDUoFbg2gskvGPb47SlkCQbJTUjYYKIkU5MDAwMSIsIpPgjZGWQJBs" +
    "gUWRZ42HIiwij+OP6iIsIpdMIiwiMTAwIiwiM4yOMzGT+iIsIonLi/OTZItAipSOronvjtAiLCJLQUtVIERFTktJIENPLiwg" +
    "TFRELiIsIoNKg06DRYNmg5ODTINKg3WDVoNMg0uDQ4NWg4MiLCKTjIuek3MiLCKTZItDi0CK7SIsIjk5ODEwIiwiMSIKIkU5" +
    "MDAwMiIsIpPgjZGWQJBsgUWRZ42HIiwilPGP44/qIiwil0wiLCIxMDAiLCIzjI4zMZP6IiwijKmWe5OKjpGWQJBsIiwiIiwi" +
    "g36DeoOTIiwik4yLnpNzIiwigruCzJG8IiwiIiwiMiIKIkU5MDAwMyIsIpPgjZGWQJBsgUWRZ42HIiwij+OP6iIsIpdMIiwi" +
    "MTAwIiwiM4yOMzGT+iIsIonzjXOKlI6uie+O0CIsIkJST0tFTiBMSU5FIENPLiwgTFRELiIsIoNSg4+DjCIsIpOMi56TcyIs" +
    "IpNki0OLQIrtIiwiMTIiLCIzIgo=",
  "base64",
);
