// Written by `npm run build:client` from the service's OpenAPI document. Do not edit.
export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find the resources and pages of the service */
        get: operations["getRoot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get this description of the API */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run several writes in one transaction
         * @description Each operation works like the corresponding single request and sees the changes of those before it. A `lid` is defined once, and only later operations can use it.
         */
        post: operations["runOperations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes
         * @description Every creation, update and deletion of a resource, in one order. `meta.position` marks the end of the page: continue from there next time. With `Accept: text/event-stream`, the response is a stream that continues with new changes.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/persons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List persons */
        get: operations["listPersons"];
        put?: never;
        /**
         * Create a person
         * @description The service assigns the `id`. Attributes left out get their default or are unset.
         */
        post: operations["createPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/persons/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a person */
        get: operations["getPerson"];
        put?: never;
        post?: never;
        /**
         * Delete a person
         * @description Related resources are kept, without the link.
         */
        delete: operations["deletePerson"];
        options?: never;
        head?: never;
        /**
         * Change a person
         * @description Fields left out of the body keep their values.
         */
        patch: operations["updatePerson"];
        trace?: never;
    };
    "/export/persons.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export persons as CSV
         * @description The visible fields of the resources, with all linkage. This is not a backup: write-only attributes are missing.
         */
        get: operations["exportPersonsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/export/persons.ndjson": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export persons as NDJSON
         * @description The visible fields of the resources, with all linkage. This is not a backup: write-only attributes are missing.
         */
        get: operations["exportPersonsNdjson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/persons/{id}/computers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the computers of a person */
        get: operations["listPersonComputers"];
        put?: never;
        /**
         * Create a computer that belongs to a person
         * @description The service assigns the `id`. Attributes left out get their default or are unset.
         */
        post: operations["createPersonComputer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/persons/{id}/relationships/computers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the identifiers of the computers of a person */
        get: operations["getPersonComputersLinkage"];
        put?: never;
        /**
         * Add to the computers of a person
         * @description Resources that belong to another one move to this one. Existing links stay as they are.
         */
        post: operations["linkPersonComputers"];
        /**
         * Remove from the computers of a person
         * @description Only links are removed, no resources. Resources that are not linked are ignored.
         */
        delete: operations["unlinkPersonComputers"];
        options?: never;
        head?: never;
        /**
         * Replace the computers of a person
         * @description The body contains the whole set; `[]` empties it.
         */
        patch: operations["replacePersonComputers"];
        trace?: never;
    };
    "/computers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List computers */
        get: operations["listComputers"];
        put?: never;
        /**
         * Create a computer
         * @description The service assigns the `id`. Attributes left out get their default or are unset.
         */
        post: operations["createComputer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/computers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a computer */
        get: operations["getComputer"];
        put?: never;
        post?: never;
        /**
         * Delete a computer
         * @description Related resources are kept, without the link.
         */
        delete: operations["deleteComputer"];
        options?: never;
        head?: never;
        /**
         * Change a computer
         * @description Fields left out of the body keep their values.
         */
        patch: operations["updateComputer"];
        trace?: never;
    };
    "/export/computers.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export computers as CSV
         * @description The visible fields of the resources, with all linkage. This is not a backup: write-only attributes are missing.
         */
        get: operations["exportComputersCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/export/computers.ndjson": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export computers as NDJSON
         * @description The visible fields of the resources, with all linkage. This is not a backup: write-only attributes are missing.
         */
        get: operations["exportComputersNdjson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/computers/{computer_id}/owner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the owner of a computer */
        get: operations["getComputerOwner"];
        put?: never;
        post?: never;
        /**
         * Delete the owner of a computer
         * @description Deletes the person. The computer is kept, without an owner.
         */
        delete: operations["deleteComputerOwner"];
        options?: never;
        head?: never;
        /**
         * Change the owner of a computer
         * @description The `id` in the body must be that of the owner. Fields left out of the body keep their values.
         */
        patch: operations["updateComputerOwner"];
        trace?: never;
    };
    "/computers/{id}/relationships/owner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the identifiers of the owner of a computer */
        get: operations["getComputerOwnerLinkage"];
        put?: never;
        /**
         * Set the owner of a computer
         * @description Same as PATCH.
         */
        post: operations["linkComputerOwner"];
        /**
         * Unset the owner of a computer
         * @description Only the link is removed, no resource. If the body names another resource, the link stays.
         */
        delete: operations["unlinkComputerOwner"];
        options?: never;
        head?: never;
        /**
         * Set or unset the owner of a computer
         * @description `null` unsets it.
         */
        patch: operations["replaceComputerOwner"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Format: uri-reference
         * @example /persons/1
         */
        Link: string;
        DocumentLinks: {
            self: components["schemas"]["Link"];
        };
        RelationshipLinks: {
            self: components["schemas"]["Link"];
            related: components["schemas"]["Link"];
        };
        ListLinks: {
            self: components["schemas"]["Link"];
            first?: components["schemas"]["Link"];
            last?: components["schemas"]["Link"];
            prev?: components["schemas"]["Link"];
            next?: components["schemas"]["Link"];
        };
        CursorLinks: {
            self: components["schemas"]["Link"];
            first: components["schemas"]["Link"];
            last: components["schemas"]["Link"];
            prev: components["schemas"]["Link"] | null;
            next: components["schemas"]["Link"] | null;
        };
        MemberPageLinks: {
            self: components["schemas"]["Link"];
            related: components["schemas"]["Link"];
            first: components["schemas"]["Link"];
            last: components["schemas"]["Link"];
            prev: components["schemas"]["Link"] | null;
            next: components["schemas"]["Link"] | null;
        };
        DocumentLinks11: {
            self: components["schemas"]["LinkObject"];
            describedby: components["schemas"]["Link"];
        };
        RelationshipLinks11: {
            self: components["schemas"]["LinkObject"];
            related: components["schemas"]["Link"];
            describedby: components["schemas"]["Link"];
        };
        ListLinks11: {
            self: components["schemas"]["LinkObject"];
            first?: components["schemas"]["Link"];
            last?: components["schemas"]["Link"];
            prev?: components["schemas"]["Link"];
            next?: components["schemas"]["Link"];
            describedby: components["schemas"]["Link"];
        };
        CursorLinks11: {
            self: components["schemas"]["LinkObject"];
            first: components["schemas"]["Link"];
            last: components["schemas"]["Link"];
            prev: components["schemas"]["Link"] | null;
            next: components["schemas"]["Link"] | null;
            describedby: components["schemas"]["Link"];
        };
        MemberPageLinks11: {
            self: components["schemas"]["LinkObject"];
            related: components["schemas"]["Link"];
            first: components["schemas"]["Link"];
            last: components["schemas"]["Link"];
            prev: components["schemas"]["Link"] | null;
            next: components["schemas"]["Link"] | null;
            describedby: components["schemas"]["Link"];
        };
        LinkObject: {
            href: components["schemas"]["Link"];
            /** @description The media type of this response. */
            type: string;
        };
        DescribedBy: {
            describedby: components["schemas"]["Link"];
        };
        JsonApi: {
            /** @constant */
            version: "1.0";
        };
        JsonApi11: {
            /** @constant */
            version: "1.1";
            /** @description The profiles in the media type. */
            profile?: ("urn:uuid:0d3f4c62-7c0f-4d5a-9f0b-5b6f1f0e8a17" | "https://jsonapi.org/profiles/ethanresnick/cursor-pagination/")[];
        };
        /** @description Resources of all types, each only once. */
        Included: (components["schemas"]["Person"] | components["schemas"]["Computer"])[];
        CursorMeta: {
            page: {
                cursor: string;
            };
        };
        CursorTotal: {
            /** @description The number of matches over all pages. */
            count: number;
            page: {
                /** @description The number of matches over all pages. */
                total: number;
            };
        };
        MemberLinks: {
            self: components["schemas"]["Link"];
            related: components["schemas"]["Link"];
            /** @description With `page[PATH][size]`: `null`, because these are the first members. */
            prev?: null;
            /** @description With `page[PATH][size]`: the next page of members. */
            next?: components["schemas"]["Link"] | null;
        };
        MemberMeta: {
            /**
             * @description More members follow, or a filter may leave some out: do not send `data` back as the whole set.
             * @constant
             */
            complete?: false;
            /** @description The number of members that match, shown or not. */
            count?: number;
            page?: {
                /** @description The number of members that match, shown or not. */
                total: number;
            };
        };
        Deleted: {
            meta: {
                /** @constant */
                message: "Object successfully deleted";
            };
            jsonapi: components["schemas"]["JsonApi"];
        };
        Root: {
            links: {
                self: components["schemas"]["Link"];
            };
            meta: {
                /** @constant */
                name: "jsonapi-person-computer";
                /** @constant */
                version: "0.9.0";
                resources: {
                    person: components["schemas"]["Link"];
                    computer: components["schemas"]["Link"];
                };
                openapi: components["schemas"]["Link"];
                docs: components["schemas"]["Link"];
                explorer: components["schemas"]["Link"];
                profiles: {
                    /** @constant */
                    included: "urn:uuid:0d3f4c62-7c0f-4d5a-9f0b-5b6f1f0e8a17";
                };
            };
            jsonapi: components["schemas"]["JsonApi"];
        };
        Person: {
            /** @constant */
            type: "person";
            /** @example 1 */
            id: string;
            attributes: {
                /**
                 * Format: date
                 * @example 1815-12-10
                 */
                birth_date?: string | null;
                display_name?: string;
            };
            relationships: {
                computers?: {
                    links: components["schemas"]["MemberLinks"];
                    data: components["schemas"]["ComputerIdentifier"][];
                    meta?: components["schemas"]["MemberMeta"];
                };
            };
            links: {
                self: components["schemas"]["Link"];
            };
        };
        PersonIdentifier: {
            /** @constant */
            type: "person";
            /** @example 1 */
            id: string;
        };
        PersonDocument: {
            data: components["schemas"]["Person"];
            included?: components["schemas"]["Included"];
            links: components["schemas"]["DocumentLinks"];
            jsonapi: components["schemas"]["JsonApi"];
        };
        PersonDocument11: {
            data: components["schemas"]["Person"];
            included?: components["schemas"]["Included"];
            links: components["schemas"]["DocumentLinks11"];
            jsonapi: components["schemas"]["JsonApi11"];
        };
        PersonOrNullDocument: {
            data: components["schemas"]["Person"] | null;
            included?: components["schemas"]["Included"];
            links: components["schemas"]["DocumentLinks"];
            jsonapi: components["schemas"]["JsonApi"];
        };
        PersonOrNullDocument11: {
            data: components["schemas"]["Person"] | null;
            included?: components["schemas"]["Included"];
            links: components["schemas"]["DocumentLinks11"];
            jsonapi: components["schemas"]["JsonApi11"];
        };
        PersonList: {
            data: components["schemas"]["Person"][];
            meta: {
                /** @description The number of matches over all pages. */
                count: number;
            };
            included?: components["schemas"]["Included"];
            links: components["schemas"]["ListLinks"];
            jsonapi: components["schemas"]["JsonApi"];
        };
        PersonList11: {
            data: components["schemas"]["Person"][];
            meta: {
                /** @description The number of matches over all pages. */
                count: number;
            };
            included?: components["schemas"]["Included"];
            links: components["schemas"]["ListLinks11"];
            jsonapi: components["schemas"]["JsonApi11"];
        };
        PersonCursorItem: {
            /** @constant */
            type: "person";
            /** @example 1 */
            id: string;
            attributes: {
                /**
                 * Format: date
                 * @example 1815-12-10
                 */
                birth_date?: string | null;
                display_name?: string;
            };
            relationships: {
                computers?: {
                    links: components["schemas"]["MemberLinks"];
                    data: components["schemas"]["ComputerIdentifier"][];
                    meta?: components["schemas"]["MemberMeta"];
                };
            };
            links: {
                self: components["schemas"]["Link"];
            };
            meta: components["schemas"]["CursorMeta"];
        };
        PersonCursorList: {
            data: components["schemas"]["PersonCursorItem"][];
            meta?: components["schemas"]["CursorTotal"];
            included?: components["schemas"]["Included"];
            links: components["schemas"]["CursorLinks"];
            jsonapi: components["schemas"]["JsonApi"];
        };
        PersonCursorList11: {
            data: components["schemas"]["PersonCursorItem"][];
            meta?: components["schemas"]["CursorTotal"];
            included?: components["schemas"]["Included"];
            links: components["schemas"]["CursorLinks11"];
            jsonapi: components["schemas"]["JsonApi11"];
        };
        Computer: {
            /** @constant */
            type: "computer";
            /** @example 1 */
            id: string;
            attributes: {
                /** @example SN-1815-12 */
                serial?: string;
            };
            relationships: {
                owner?: {
                    links: components["schemas"]["RelationshipLinks"];
                    data?: components["schemas"]["PersonIdentifier"] | null;
                };
            };
            links: {
                self: components["schemas"]["Link"];
            };
        };
        ComputerIdentifier: {
            /** @constant */
            type: "computer";
            /** @example 1 */
            id: string;
        };
        ComputerCursorIdentifier: {
            /** @constant */
            type: "computer";
            /** @example 1 */
            id: string;
            meta: components["schemas"]["CursorMeta"];
        };
        ComputerDocument: {
            data: components["schemas"]["Computer"];
            included?: components["schemas"]["Included"];
            links: components["schemas"]["DocumentLinks"];
            jsonapi: components["schemas"]["JsonApi"];
        };
        ComputerDocument11: {
            data: components["schemas"]["Computer"];
            included?: components["schemas"]["Included"];
            links: components["schemas"]["DocumentLinks11"];
            jsonapi: components["schemas"]["JsonApi11"];
        };
        ComputerList: {
            data: components["schemas"]["Computer"][];
            meta: {
                /** @description The number of matches over all pages. */
                count: number;
            };
            included?: components["schemas"]["Included"];
            links: components["schemas"]["ListLinks"];
            jsonapi: components["schemas"]["JsonApi"];
        };
        ComputerList11: {
            data: components["schemas"]["Computer"][];
            meta: {
                /** @description The number of matches over all pages. */
                count: number;
            };
            included?: components["schemas"]["Included"];
            links: components["schemas"]["ListLinks11"];
            jsonapi: components["schemas"]["JsonApi11"];
        };
        ComputerCursorItem: {
            /** @constant */
            type: "computer";
            /** @example 1 */
            id: string;
            attributes: {
                /** @example SN-1815-12 */
                serial?: string;
            };
            relationships: {
                owner?: {
                    links: components["schemas"]["RelationshipLinks"];
                    data?: components["schemas"]["PersonIdentifier"] | null;
                };
            };
            links: {
                self: components["schemas"]["Link"];
            };
            meta: components["schemas"]["CursorMeta"];
        };
        ComputerCursorList: {
            data: components["schemas"]["ComputerCursorItem"][];
            meta?: components["schemas"]["CursorTotal"];
            included?: components["schemas"]["Included"];
            links: components["schemas"]["CursorLinks"];
            jsonapi: components["schemas"]["JsonApi"];
        };
        ComputerCursorList11: {
            data: components["schemas"]["ComputerCursorItem"][];
            meta?: components["schemas"]["CursorTotal"];
            included?: components["schemas"]["Included"];
            links: components["schemas"]["CursorLinks11"];
            jsonapi: components["schemas"]["JsonApi11"];
        };
        ComputerCursorLinkage: {
            data: components["schemas"]["ComputerCursorIdentifier"][];
            meta?: components["schemas"]["CursorTotal"];
            included?: components["schemas"]["Included"];
            links: components["schemas"]["MemberPageLinks"];
            jsonapi: components["schemas"]["JsonApi"];
        };
        ComputerCursorLinkage11: {
            data: components["schemas"]["ComputerCursorIdentifier"][];
            meta?: components["schemas"]["CursorTotal"];
            included?: components["schemas"]["Included"];
            links: components["schemas"]["MemberPageLinks11"];
            jsonapi: components["schemas"]["JsonApi11"];
        };
        PersonComputersLinkage: {
            data: components["schemas"]["ComputerIdentifier"][];
            meta?: {
                /** @description The number of matches over all pages. */
                count: number;
            };
            included?: components["schemas"]["Included"];
            links: components["schemas"]["RelationshipLinks"];
            jsonapi: components["schemas"]["JsonApi"];
        };
        PersonComputersLinkage11: {
            data: components["schemas"]["ComputerIdentifier"][];
            meta?: {
                /** @description The number of matches over all pages. */
                count: number;
            };
            included?: components["schemas"]["Included"];
            links: components["schemas"]["RelationshipLinks11"];
            jsonapi: components["schemas"]["JsonApi11"];
        };
        ComputerOwnerLinkage: {
            data: components["schemas"]["PersonIdentifier"] | null;
            included?: components["schemas"]["Included"];
            links: components["schemas"]["RelationshipLinks"];
            jsonapi: components["schemas"]["JsonApi"];
        };
        ComputerOwnerLinkage11: {
            data: components["schemas"]["PersonIdentifier"] | null;
            included?: components["schemas"]["Included"];
            links: components["schemas"]["RelationshipLinks11"];
            jsonapi: components["schemas"]["JsonApi11"];
        };
        NewPerson: {
            data: {
                /** @constant */
                type: "person";
                attributes: {
                    /** @example Ada Lovelace */
                    name: string;
                    /**
                     * Format: email
                     * @example ada@example.org
                     */
                    email?: string | null;
                    /**
                     * Format: date
                     * @example 1815-12-10
                     */
                    birth_date?: string | null;
                };
                relationships?: {
                    computers?: {
                        data: components["schemas"]["ComputerIdentifier"][];
                    };
                };
            };
        };
        ChangedPerson: {
            data: {
                /** @constant */
                type: "person";
                /** @example 1 */
                id: string;
                attributes?: {
                    /** @example Ada Lovelace */
                    name?: string;
                    /**
                     * Format: email
                     * @example ada@example.org
                     */
                    email?: string | null;
                    /**
                     * Format: date
                     * @example 1815-12-10
                     */
                    birth_date?: string | null;
                };
                relationships?: {
                    computers?: {
                        data: components["schemas"]["ComputerIdentifier"][];
                    };
                };
            };
        };
        NewComputer: {
            data: {
                /** @constant */
                type: "computer";
                attributes: {
                    /** @example SN-1815-12 */
                    serial: string;
                };
                relationships?: {
                    owner?: {
                        data: components["schemas"]["PersonIdentifier"] | null;
                    };
                };
            };
        };
        ChangedComputer: {
            data: {
                /** @constant */
                type: "computer";
                /** @example 1 */
                id: string;
                attributes?: {
                    /** @example SN-1815-12 */
                    serial?: string;
                };
                relationships?: {
                    owner?: {
                        data: components["schemas"]["PersonIdentifier"] | null;
                    };
                };
            };
        };
        /**
         * @description All of them must match.
         * @example [
         *       {
         *         "name": "birth_date",
         *         "op": "le",
         *         "val": "2000-01-01"
         *       }
         *     ]
         */
        PersonFilter: components["schemas"]["PersonFilterObject"][];
        PersonFilterObject: {
            or: components["schemas"]["PersonFilterObject"][];
        } | {
            and: components["schemas"]["PersonFilterObject"][];
        } | {
            not: components["schemas"]["PersonFilterObject"];
        } | {
            /** @enum {string} */
            name: "id" | "computers" | "computers__id" | "computers__owner" | "computers__owner__id" | "computers__owner__computers";
            /** @enum {string} */
            op: "eq" | "ne" | "is_" | "isnot";
            val: (number | string) | null;
        } | {
            /** @enum {string} */
            name: "id" | "computers" | "computers__id" | "computers__owner" | "computers__owner__id" | "computers__owner__computers";
            /** @enum {string} */
            op: "gt" | "ge" | "lt" | "le";
            val: number | string;
        } | {
            /** @enum {string} */
            name: "id" | "computers" | "computers__id" | "computers__owner" | "computers__owner__id" | "computers__owner__computers";
            /** @enum {string} */
            op: "between";
            val: [
                number | string,
                number | string
            ];
        } | {
            /** @enum {string} */
            name: "id" | "computers" | "computers__id" | "computers__owner" | "computers__owner__id" | "computers__owner__computers";
            /** @enum {string} */
            op: "in_" | "notin_";
            val: (number | string)[];
        } | {
            /** @enum {string} */
            name: "name" | "email" | "computers__serial" | "computers__owner__name" | "computers__owner__email";
            /** @enum {string} */
            op: "eq" | "ne" | "is_" | "isnot";
            val: string | null;
        } | {
            /** @enum {string} */
            name: "name" | "email" | "computers__serial" | "computers__owner__name" | "computers__owner__email";
            /** @enum {string} */
            op: "gt" | "ge" | "lt" | "le";
            val: string;
        } | {
            /** @enum {string} */
            name: "name" | "email" | "computers__serial" | "computers__owner__name" | "computers__owner__email";
            /** @enum {string} */
            op: "between";
            val: [
                string,
                string
            ];
        } | {
            /** @enum {string} */
            name: "name" | "email" | "computers__serial" | "computers__owner__name" | "computers__owner__email";
            /** @enum {string} */
            op: "in_" | "notin_";
            val: string[];
        } | {
            /** @enum {string} */
            name: "name" | "email" | "computers__serial" | "computers__owner__name" | "computers__owner__email";
            /** @enum {string} */
            op: "like" | "notlike" | "ilike" | "notilike" | "startswith" | "endswith" | "match";
            val: string;
        } | {
            /** @enum {string} */
            name: "birth_date" | "computers__owner__birth_date";
            /** @enum {string} */
            op: "eq" | "ne" | "is_" | "isnot";
            val: string | null;
        } | {
            /** @enum {string} */
            name: "birth_date" | "computers__owner__birth_date";
            /** @enum {string} */
            op: "gt" | "ge" | "lt" | "le";
            /** Format: date */
            val: string;
        } | {
            /** @enum {string} */
            name: "birth_date" | "computers__owner__birth_date";
            /** @enum {string} */
            op: "between";
            val: [
                string,
                string
            ];
        } | {
            /** @enum {string} */
            name: "birth_date" | "computers__owner__birth_date";
            /** @enum {string} */
            op: "in_" | "notin_";
            val: string[];
        } | {
            /** @enum {string} */
            name: "id" | "name" | "email" | "birth_date" | "computers__owner__id" | "computers__owner__name" | "computers__owner__email" | "computers__owner__birth_date";
            /** @enum {string} */
            op: "eq" | "ne" | "gt" | "ge" | "lt" | "le";
            /** @enum {string} */
            field: "id" | "name" | "email" | "birth_date";
        } | {
            /** @enum {string} */
            name: "computers__id" | "computers__serial";
            /** @enum {string} */
            op: "eq" | "ne" | "gt" | "ge" | "lt" | "le";
            /** @enum {string} */
            field: "id" | "serial";
        } | {
            /** @enum {string} */
            name: "computers__owner";
            /** @enum {string} */
            op: "has";
            val: components["schemas"]["PersonFilterObject"];
        } | {
            /** @enum {string} */
            name: "computers" | "computers__owner__computers";
            /** @enum {string} */
            op: "any";
            val: components["schemas"]["ComputerFilterObject"];
        };
        /**
         * @description All of them must match.
         * @example [
         *       {
         *         "name": "serial",
         *         "op": "match",
         *         "val": "a"
         *       }
         *     ]
         */
        ComputerFilter: components["schemas"]["ComputerFilterObject"][];
        ComputerFilterObject: {
            or: components["schemas"]["ComputerFilterObject"][];
        } | {
            and: components["schemas"]["ComputerFilterObject"][];
        } | {
            not: components["schemas"]["ComputerFilterObject"];
        } | {
            /** @enum {string} */
            name: "id" | "owner" | "owner__id" | "owner__computers" | "owner__computers__id" | "owner__computers__owner";
            /** @enum {string} */
            op: "eq" | "ne" | "is_" | "isnot";
            val: (number | string) | null;
        } | {
            /** @enum {string} */
            name: "id" | "owner" | "owner__id" | "owner__computers" | "owner__computers__id" | "owner__computers__owner";
            /** @enum {string} */
            op: "gt" | "ge" | "lt" | "le";
            val: number | string;
        } | {
            /** @enum {string} */
            name: "id" | "owner" | "owner__id" | "owner__computers" | "owner__computers__id" | "owner__computers__owner";
            /** @enum {string} */
            op: "between";
            val: [
                number | string,
                number | string
            ];
        } | {
            /** @enum {string} */
            name: "id" | "owner" | "owner__id" | "owner__computers" | "owner__computers__id" | "owner__computers__owner";
            /** @enum {string} */
            op: "in_" | "notin_";
            val: (number | string)[];
        } | {
            /** @enum {string} */
            name: "serial" | "owner__name" | "owner__email" | "owner__computers__serial";
            /** @enum {string} */
            op: "eq" | "ne" | "is_" | "isnot";
            val: string | null;
        } | {
            /** @enum {string} */
            name: "serial" | "owner__name" | "owner__email" | "owner__computers__serial";
            /** @enum {string} */
            op: "gt" | "ge" | "lt" | "le";
            val: string;
        } | {
            /** @enum {string} */
            name: "serial" | "owner__name" | "owner__email" | "owner__computers__serial";
            /** @enum {string} */
            op: "between";
            val: [
                string,
                string
            ];
        } | {
            /** @enum {string} */
            name: "serial" | "owner__name" | "owner__email" | "owner__computers__serial";
            /** @enum {string} */
            op: "in_" | "notin_";
            val: string[];
        } | {
            /** @enum {string} */
            name: "serial" | "owner__name" | "owner__email" | "owner__computers__serial";
            /** @enum {string} */
            op: "like" | "notlike" | "ilike" | "notilike" | "startswith" | "endswith" | "match";
            val: string;
        } | {
            /** @enum {string} */
            name: "owner__birth_date";
            /** @enum {string} */
            op: "eq" | "ne" | "is_" | "isnot";
            val: string | null;
        } | {
            /** @enum {string} */
            name: "owner__birth_date";
            /** @enum {string} */
            op: "gt" | "ge" | "lt" | "le";
            /** Format: date */
            val: string;
        } | {
            /** @enum {string} */
            name: "owner__birth_date";
            /** @enum {string} */
            op: "between";
            val: [
                string,
                string
            ];
        } | {
            /** @enum {string} */
            name: "owner__birth_date";
            /** @enum {string} */
            op: "in_" | "notin_";
            val: string[];
        } | {
            /** @enum {string} */
            name: "owner__id" | "owner__name" | "owner__email" | "owner__birth_date";
            /** @enum {string} */
            op: "eq" | "ne" | "gt" | "ge" | "lt" | "le";
            /** @enum {string} */
            field: "id" | "name" | "email" | "birth_date";
        } | {
            /** @enum {string} */
            name: "id" | "serial" | "owner__computers__id" | "owner__computers__serial";
            /** @enum {string} */
            op: "eq" | "ne" | "gt" | "ge" | "lt" | "le";
            /** @enum {string} */
            field: "id" | "serial";
        } | {
            /** @enum {string} */
            name: "owner" | "owner__computers__owner";
            /** @enum {string} */
            op: "has";
            val: components["schemas"]["PersonFilterObject"];
        } | {
            /** @enum {string} */
            name: "owner__computers";
            /** @enum {string} */
            op: "any";
            val: components["schemas"]["ComputerFilterObject"];
        };
        AtomicJsonApi: {
            /** @constant */
            version: "1.1";
            /** @constant */
            ext: [
                "https://jsonapi.org/ext/atomic"
            ];
        };
        PersonLocalIdentifier: {
            /** @constant */
            type: "person";
            /** @example 1 */
            id: string;
        } | {
            /** @constant */
            type: "person";
            /** @example ada */
            lid: string;
        };
        ComputerLocalIdentifier: {
            /** @constant */
            type: "computer";
            /** @example 1 */
            id: string;
        } | {
            /** @constant */
            type: "computer";
            /** @example ada */
            lid: string;
        };
        AtomicOperation: components["schemas"]["AtomicOperationByRef"] | components["schemas"]["AtomicOperationByHref"];
        AtomicOperationByRef: {
            /** @constant */
            op: "add";
            data: {
                /** @constant */
                type: "person";
                /** @example ada */
                lid?: string;
                attributes: {
                    /** @example Ada Lovelace */
                    name: string;
                    /**
                     * Format: email
                     * @example ada@example.org
                     */
                    email?: string | null;
                    /**
                     * Format: date
                     * @example 1815-12-10
                     */
                    birth_date?: string | null;
                };
                relationships?: {
                    computers?: {
                        data: components["schemas"]["ComputerLocalIdentifier"][];
                    };
                };
            };
        } | {
            /** @constant */
            op: "update";
            data: {
                /** @constant */
                type: "person";
                attributes?: {
                    /** @example Ada Lovelace */
                    name?: string;
                    /**
                     * Format: email
                     * @example ada@example.org
                     */
                    email?: string | null;
                    /**
                     * Format: date
                     * @example 1815-12-10
                     */
                    birth_date?: string | null;
                };
                relationships?: {
                    computers?: {
                        data: components["schemas"]["ComputerLocalIdentifier"][];
                    };
                };
                /** @example 1 */
                id: string;
            };
            meta?: {
                if_match: string;
            };
        } | {
            /** @constant */
            op: "update";
            data: {
                /** @constant */
                type: "person";
                attributes?: {
                    /** @example Ada Lovelace */
                    name?: string;
                    /**
                     * Format: email
                     * @example ada@example.org
                     */
                    email?: string | null;
                    /**
                     * Format: date
                     * @example 1815-12-10
                     */
                    birth_date?: string | null;
                };
                relationships?: {
                    computers?: {
                        data: components["schemas"]["ComputerLocalIdentifier"][];
                    };
                };
                /** @example ada */
                lid: string;
            };
            meta?: {
                if_match: string;
            };
        } | {
            /** @constant */
            op: "remove";
            ref: components["schemas"]["PersonLocalIdentifier"];
            meta?: {
                if_match: string;
            };
        } | {
            /** @constant */
            op: "add";
            ref: {
                /** @constant */
                type: "person";
                /** @constant */
                relationship: "computers";
                /** @example 1 */
                id: string;
            } | {
                /** @constant */
                type: "person";
                /** @constant */
                relationship: "computers";
                /** @example ada */
                lid: string;
            };
            data: components["schemas"]["ComputerLocalIdentifier"][];
            meta?: {
                if_match: string;
            };
        } | {
            /** @constant */
            op: "update";
            ref: {
                /** @constant */
                type: "person";
                /** @constant */
                relationship: "computers";
                /** @example 1 */
                id: string;
            } | {
                /** @constant */
                type: "person";
                /** @constant */
                relationship: "computers";
                /** @example ada */
                lid: string;
            };
            data: components["schemas"]["ComputerLocalIdentifier"][];
            meta?: {
                if_match: string;
            };
        } | {
            /** @constant */
            op: "remove";
            ref: {
                /** @constant */
                type: "person";
                /** @constant */
                relationship: "computers";
                /** @example 1 */
                id: string;
            } | {
                /** @constant */
                type: "person";
                /** @constant */
                relationship: "computers";
                /** @example ada */
                lid: string;
            };
            data: components["schemas"]["ComputerLocalIdentifier"][];
            meta?: {
                if_match: string;
            };
        } | {
            /** @constant */
            op: "add";
            data: {
                /** @constant */
                type: "computer";
                /** @example ada */
                lid?: string;
                attributes: {
                    /** @example SN-1815-12 */
                    serial: string;
                };
                relationships?: {
                    owner?: {
                        data: components["schemas"]["PersonLocalIdentifier"] | null;
                    };
                };
            };
        } | {
            /** @constant */
            op: "update";
            data: {
                /** @constant */
                type: "computer";
                attributes?: {
                    /** @example SN-1815-12 */
                    serial?: string;
                };
                relationships?: {
                    owner?: {
                        data: components["schemas"]["PersonLocalIdentifier"] | null;
                    };
                };
                /** @example 1 */
                id: string;
            };
            meta?: {
                if_match: string;
            };
        } | {
            /** @constant */
            op: "update";
            data: {
                /** @constant */
                type: "computer";
                attributes?: {
                    /** @example SN-1815-12 */
                    serial?: string;
                };
                relationships?: {
                    owner?: {
                        data: components["schemas"]["PersonLocalIdentifier"] | null;
                    };
                };
                /** @example ada */
                lid: string;
            };
            meta?: {
                if_match: string;
            };
        } | {
            /** @constant */
            op: "remove";
            ref: components["schemas"]["ComputerLocalIdentifier"];
            meta?: {
                if_match: string;
            };
        } | {
            /** @constant */
            op: "update";
            ref: {
                /** @constant */
                type: "computer";
                /** @constant */
                relationship: "owner";
                /** @example 1 */
                id: string;
            } | {
                /** @constant */
                type: "computer";
                /** @constant */
                relationship: "owner";
                /** @example ada */
                lid: string;
            };
            data: components["schemas"]["PersonLocalIdentifier"] | null;
            meta?: {
                if_match: string;
            };
        };
        AtomicOperationByHref: {
            /** @constant */
            op: "add";
            href: string;
            data: {
                /** @constant */
                type: "person";
                /** @example ada */
                lid?: string;
                attributes: {
                    /** @example Ada Lovelace */
                    name: string;
                    /**
                     * Format: email
                     * @example ada@example.org
                     */
                    email?: string | null;
                    /**
                     * Format: date
                     * @example 1815-12-10
                     */
                    birth_date?: string | null;
                };
                relationships?: {
                    computers?: {
                        data: components["schemas"]["ComputerLocalIdentifier"][];
                    };
                };
            };
        } | {
            /** @constant */
            op: "update";
            href: string;
            data: {
                /** @constant */
                type: "person";
                /** @example 1 */
                id: string;
                attributes?: {
                    /** @example Ada Lovelace */
                    name?: string;
                    /**
                     * Format: email
                     * @example ada@example.org
                     */
                    email?: string | null;
                    /**
                     * Format: date
                     * @example 1815-12-10
                     */
                    birth_date?: string | null;
                };
                relationships?: {
                    computers?: {
                        data: components["schemas"]["ComputerLocalIdentifier"][];
                    };
                };
            };
            meta?: {
                if_match: string;
            };
        } | {
            /** @constant */
            op: "remove";
            href: string;
            meta?: {
                if_match: string;
            };
        } | {
            /** @constant */
            op: "add";
            href: string;
            data: {
                /** @constant */
                type: "computer";
                /** @example ada */
                lid?: string;
                attributes: {
                    /** @example SN-1815-12 */
                    serial: string;
                };
                relationships?: {
                    owner?: {
                        data: components["schemas"]["PersonLocalIdentifier"] | null;
                    };
                };
            };
        } | {
            /** @constant */
            op: "add";
            href: string;
            data: components["schemas"]["ComputerLocalIdentifier"][];
            meta?: {
                if_match: string;
            };
        } | {
            /** @constant */
            op: "update";
            href: string;
            data: components["schemas"]["ComputerLocalIdentifier"][];
            meta?: {
                if_match: string;
            };
        } | {
            /** @constant */
            op: "remove";
            href: string;
            data: components["schemas"]["ComputerLocalIdentifier"][];
            meta?: {
                if_match: string;
            };
        } | {
            /** @constant */
            op: "add";
            href: string;
            data: {
                /** @constant */
                type: "computer";
                /** @example ada */
                lid?: string;
                attributes: {
                    /** @example SN-1815-12 */
                    serial: string;
                };
                relationships?: {
                    owner?: {
                        data: components["schemas"]["PersonLocalIdentifier"] | null;
                    };
                };
            };
        } | {
            /** @constant */
            op: "update";
            href: string;
            data: {
                /** @constant */
                type: "computer";
                /** @example 1 */
                id: string;
                attributes?: {
                    /** @example SN-1815-12 */
                    serial?: string;
                };
                relationships?: {
                    owner?: {
                        data: components["schemas"]["PersonLocalIdentifier"] | null;
                    };
                };
            };
            meta?: {
                if_match: string;
            };
        } | {
            /** @constant */
            op: "remove";
            href: string;
            meta?: {
                if_match: string;
            };
        } | {
            /** @constant */
            op: "update";
            href: string;
            data: {
                /** @constant */
                type: "person";
                /** @example 1 */
                id: string;
                attributes?: {
                    /** @example Ada Lovelace */
                    name?: string;
                    /**
                     * Format: email
                     * @example ada@example.org
                     */
                    email?: string | null;
                    /**
                     * Format: date
                     * @example 1815-12-10
                     */
                    birth_date?: string | null;
                };
                relationships?: {
                    computers?: {
                        data: components["schemas"]["ComputerLocalIdentifier"][];
                    };
                };
            };
            meta?: {
                if_match: string;
            };
        } | {
            /** @constant */
            op: "remove";
            href: string;
            meta?: {
                if_match: string;
            };
        } | {
            /** @constant */
            op: "update";
            href: string;
            data: components["schemas"]["PersonLocalIdentifier"] | null;
            meta?: {
                if_match: string;
            };
        };
        AtomicResult: {
            data?: components["schemas"]["Person"] | components["schemas"]["Computer"];
        };
        AtomicResults: {
            "atomic:results": components["schemas"]["AtomicResult"][];
            links: components["schemas"]["DescribedBy"];
            jsonapi: components["schemas"]["AtomicJsonApi"];
        };
        ChangeOfPerson: {
            /** @constant */
            type: "change";
            id: string;
            attributes: {
                /** @enum {string} */
                action: "created" | "updated" | "deleted";
                /** Format: date-time */
                at: string;
                /** @description Only for an update: the fields whose values differ. */
                changed?: string[];
                /** @description The resource right after the change. Missing for a deletion. */
                after?: {
                    /**
                     * Format: date
                     * @example 1815-12-10
                     */
                    birth_date?: string | null;
                    display_name?: string;
                };
            };
            relationships: {
                subject: {
                    data: {
                        /** @constant */
                        type: "person";
                        /** @example 1 */
                        id: string;
                    };
                };
            };
            meta: {
                /** @description For `If-Match`, valid until the resource changes again. Missing for a deletion. */
                etag?: string;
                page: {
                    cursor: string;
                };
                /**
                 * @description `after` is missing because the change would be larger than 64 KiB.
                 * @constant
                 */
                omitted?: true;
            };
        };
        ChangeOfComputer: {
            /** @constant */
            type: "change";
            id: string;
            attributes: {
                /** @enum {string} */
                action: "created" | "updated" | "deleted";
                /** Format: date-time */
                at: string;
                /** @description Only for an update: the fields whose values differ. */
                changed?: string[];
                /** @description The resource right after the change. Missing for a deletion. */
                after?: {
                    /** @example SN-1815-12 */
                    serial?: string;
                    owner?: components["schemas"]["PersonIdentifier"] | null;
                };
            };
            relationships: {
                subject: {
                    data: {
                        /** @constant */
                        type: "computer";
                        /** @example 1 */
                        id: string;
                    };
                };
            };
            meta: {
                /** @description For `If-Match`, valid until the resource changes again. Missing for a deletion. */
                etag?: string;
                page: {
                    cursor: string;
                };
                /**
                 * @description `after` is missing because the change would be larger than 64 KiB.
                 * @constant
                 */
                omitted?: true;
            };
        };
        /** @description Resources of this type may have changed for you: read them again. Occurs only where the policy has conditions that depend on other rows. */
        Refetch: {
            /** @constant */
            type: "change";
            id: string;
            attributes: {
                /** @constant */
                action: "refetch";
                /** Format: date-time */
                at: string;
                /** @enum {string} */
                resource_type: "person" | "computer";
            };
            meta: {
                page: {
                    cursor: string;
                };
            };
        };
        Changes: {
            data: (components["schemas"]["ChangeOfPerson"] | components["schemas"]["ChangeOfComputer"] | components["schemas"]["Refetch"])[];
            links: {
                self: components["schemas"]["Link"];
                next: components["schemas"]["Link"] | null;
            };
            meta: {
                /** @description The end of the page: continue from here next time. */
                position: string;
            };
            jsonapi: components["schemas"]["JsonApi"];
        };
        MalformedRequestError: {
            /** @constant */
            status: "400";
            /** @constant */
            code: "malformed-request";
            /** @constant */
            title: "Malformed HTTP request";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        InvalidParameterError: {
            /** @constant */
            status: "400";
            /** @constant */
            code: "invalid-parameter";
            /** @constant */
            title: "Invalid query parameter";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            links?: {
                /** Format: uri */
                type: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        InvalidHeaderError: {
            /** @constant */
            status: "400";
            /** @constant */
            code: "invalid-header";
            /** @constant */
            title: "Invalid header";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        RequestTimeoutError: {
            /** @constant */
            status: "408";
            /** @constant */
            code: "request-timeout";
            /** @constant */
            title: "Request timeout";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        UriTooLongError: {
            /** @constant */
            status: "414";
            /** @constant */
            code: "uri-too-long";
            /** @constant */
            title: "URI too long";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        UnsupportedMediaTypeError: {
            /** @constant */
            status: "415";
            /** @constant */
            code: "unsupported-media-type";
            /** @constant */
            title: "Unsupported media type";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        HeadersTooLargeError: {
            /** @constant */
            status: "431";
            /** @constant */
            code: "headers-too-large";
            /** @constant */
            title: "Headers too large";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        InternalError: {
            /** @constant */
            status: "500";
            /** @constant */
            code: "internal-error";
            /** @constant */
            title: "Internal error";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        ServiceUnavailableError: {
            /** @constant */
            status: "503";
            /** @constant */
            code: "service-unavailable";
            /** @constant */
            title: "Service unavailable";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        NotAcceptableError: {
            /** @constant */
            status: "406";
            /** @constant */
            code: "not-acceptable";
            /** @constant */
            title: "Not acceptable";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        PreconditionFailedError: {
            /** @constant */
            status: "412";
            /** @constant */
            code: "precondition-failed";
            /** @constant */
            title: "Precondition failed";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        MalformedJsonError: {
            /** @constant */
            status: "400";
            /** @constant */
            code: "malformed-json";
            /** @constant */
            title: "Malformed JSON";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        InvalidDocumentError: {
            /** @constant */
            status: "400";
            /** @constant */
            code: "invalid-document";
            /** @constant */
            title: "Invalid JSON:API document";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        TypeConflictError: {
            /** @constant */
            status: "409";
            /** @constant */
            code: "type-conflict";
            /** @constant */
            title: "Type conflict";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        BodyTooLargeError: {
            /** @constant */
            status: "413";
            /** @constant */
            code: "body-too-large";
            /** @constant */
            title: "Body too large";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        QueryTimeoutError: {
            /** @constant */
            status: "504";
            /** @constant */
            code: "query-timeout";
            /** @constant */
            title: "Query timeout";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        CommitOutcomeUnknownError: {
            /** @constant */
            status: "503";
            /** @constant */
            code: "commit-outcome-unknown";
            /** @constant */
            title: "Commit outcome unknown";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        ClientIdForbiddenError: {
            /** @constant */
            status: "403";
            /** @constant */
            code: "client-id-forbidden";
            /** @constant */
            title: "Client-generated id forbidden";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        ObjectNotFoundError: {
            /** @constant */
            status: "404";
            /** @constant */
            code: "object-not-found";
            /** @constant */
            title: "Object not found";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        IdConflictError: {
            /** @constant */
            status: "409";
            /** @constant */
            code: "id-conflict";
            /** @constant */
            title: "Id conflict";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        OwnerConflictError: {
            /** @constant */
            status: "409";
            /** @constant */
            code: "owner-conflict";
            /** @constant */
            title: "Owner conflict";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        InvalidAttributeError: {
            /** @constant */
            status: "422";
            /** @constant */
            code: "invalid-attribute";
            /** @constant */
            title: "Invalid attribute";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        IdempotencyKeyInUseError: {
            /** @constant */
            status: "409";
            /** @constant */
            code: "idempotency-key-in-use";
            /** @constant */
            title: "Idempotency key in use";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        IdempotencyKeyReusedError: {
            /** @constant */
            status: "422";
            /** @constant */
            code: "idempotency-key-reused";
            /** @constant */
            title: "Idempotency key reused";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        NotFoundError: {
            /** @constant */
            status: "404";
            /** @constant */
            code: "not-found";
            /** @constant */
            title: "Not found";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        PositionExpiredError: {
            /** @constant */
            status: "410";
            /** @constant */
            code: "position-expired";
            /** @constant */
            title: "Position expired";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        TooManySubscribersError: {
            /** @constant */
            status: "503";
            /** @constant */
            code: "too-many-subscribers";
            /** @constant */
            title: "Too many subscribers";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        TooManyIncludedError: {
            /** @constant */
            status: "400";
            /** @constant */
            code: "too-many-included";
            /** @constant */
            title: "Too many included resources";
            detail: string;
            source?: {
                /** Format: json-pointer */
                pointer: string;
            } | {
                parameter: string;
            };
            meta?: {
                [key: string]: string | number | string[] | Record<string, never>;
            };
        };
        OmittedErrors: {
            /** @description The number of errors beyond the first 100. */
            omitted: number;
        };
        ErrorLinks: {
            /**
             * Format: uri-reference
             * @description The documentation of this error.
             */
            type: string;
        };
        ErrorSource11: {
            /** Format: json-pointer */
            pointer: string;
        } | {
            parameter: string;
        } | {
            header: string;
        };
    };
    responses: {
        /** @description Malformed HTTP request, or Invalid query parameter, or Invalid header. */
        MalformedRequestOrInvalidParameterOrInvalidHeader: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: (components["schemas"]["MalformedRequestError"] | components["schemas"]["InvalidParameterError"] | components["schemas"]["InvalidHeaderError"])[];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description Request timeout. */
        RequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["RequestTimeoutError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description URI too long. */
        UriTooLong: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["UriTooLongError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description Unsupported media type. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Accept-Encoding": components["headers"]["AcceptEncoding"];
                "Accept-Query": components["headers"]["AcceptQuery"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["UnsupportedMediaTypeError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description Headers too large. */
        HeadersTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["HeadersTooLargeError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description Internal error. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["InternalError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description Service unavailable. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["ServiceUnavailableError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description Not acceptable. */
        NotAcceptable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["NotAcceptableError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description Precondition failed. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["PreconditionFailedError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description Malformed HTTP request, or Invalid query parameter, or Invalid header, or Malformed JSON, or Invalid JSON:API document. */
        AtomicMalformedRequestOrInvalidParameterOrInvalidHeaderOrMalformedJsonOrInvalidDocument: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: (components["schemas"]["MalformedRequestError"] | components["schemas"]["InvalidParameterError"] | components["schemas"]["InvalidHeaderError"] | components["schemas"]["MalformedJsonError"] | components["schemas"]["InvalidDocumentError"])[];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
                "application/vnd.api+json;ext=\"https://jsonapi.org/ext/atomic\"": {
                    errors: {
                        /** @enum {unknown} */
                        status: "400";
                        /** @enum {unknown} */
                        code: "malformed-request" | "invalid-parameter" | "invalid-header" | "malformed-json" | "invalid-document";
                        title: string;
                        detail: string;
                        source?: components["schemas"]["ErrorSource11"];
                        links: components["schemas"]["ErrorLinks"];
                        meta?: {
                            [key: string]: string | number | string[] | Record<string, never>;
                        };
                    }[];
                    links: components["schemas"]["DescribedBy"];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["AtomicJsonApi"];
                };
            };
        };
        /** @description Request timeout. */
        AtomicRequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["RequestTimeoutError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
                "application/vnd.api+json;ext=\"https://jsonapi.org/ext/atomic\"": {
                    errors: {
                        /** @enum {unknown} */
                        status: "408";
                        /** @enum {unknown} */
                        code: "request-timeout";
                        title: string;
                        detail: string;
                        source?: components["schemas"]["ErrorSource11"];
                        links: components["schemas"]["ErrorLinks"];
                        meta?: {
                            [key: string]: string | number | string[] | Record<string, never>;
                        };
                    }[];
                    links: components["schemas"]["DescribedBy"];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["AtomicJsonApi"];
                };
            };
        };
        /** @description URI too long. */
        AtomicUriTooLong: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["UriTooLongError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
                "application/vnd.api+json;ext=\"https://jsonapi.org/ext/atomic\"": {
                    errors: {
                        /** @enum {unknown} */
                        status: "414";
                        /** @enum {unknown} */
                        code: "uri-too-long";
                        title: string;
                        detail: string;
                        source?: components["schemas"]["ErrorSource11"];
                        links: components["schemas"]["ErrorLinks"];
                        meta?: {
                            [key: string]: string | number | string[] | Record<string, never>;
                        };
                    }[];
                    links: components["schemas"]["DescribedBy"];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["AtomicJsonApi"];
                };
            };
        };
        /** @description Unsupported media type. */
        AtomicUnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Accept-Encoding": components["headers"]["AcceptEncoding"];
                "Accept-Query": components["headers"]["AcceptQuery"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["UnsupportedMediaTypeError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
                "application/vnd.api+json;ext=\"https://jsonapi.org/ext/atomic\"": {
                    errors: {
                        /** @enum {unknown} */
                        status: "415";
                        /** @enum {unknown} */
                        code: "unsupported-media-type";
                        title: string;
                        detail: string;
                        source?: components["schemas"]["ErrorSource11"];
                        links: components["schemas"]["ErrorLinks"];
                        meta?: {
                            [key: string]: string | number | string[] | Record<string, never>;
                        };
                    }[];
                    links: components["schemas"]["DescribedBy"];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["AtomicJsonApi"];
                };
            };
        };
        /** @description Headers too large. */
        AtomicHeadersTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["HeadersTooLargeError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
                "application/vnd.api+json;ext=\"https://jsonapi.org/ext/atomic\"": {
                    errors: {
                        /** @enum {unknown} */
                        status: "431";
                        /** @enum {unknown} */
                        code: "headers-too-large";
                        title: string;
                        detail: string;
                        source?: components["schemas"]["ErrorSource11"];
                        links: components["schemas"]["ErrorLinks"];
                        meta?: {
                            [key: string]: string | number | string[] | Record<string, never>;
                        };
                    }[];
                    links: components["schemas"]["DescribedBy"];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["AtomicJsonApi"];
                };
            };
        };
        /** @description Internal error. */
        AtomicInternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["InternalError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
                "application/vnd.api+json;ext=\"https://jsonapi.org/ext/atomic\"": {
                    errors: {
                        /** @enum {unknown} */
                        status: "500";
                        /** @enum {unknown} */
                        code: "internal-error";
                        title: string;
                        detail: string;
                        source?: components["schemas"]["ErrorSource11"];
                        links: components["schemas"]["ErrorLinks"];
                        meta?: {
                            [key: string]: string | number | string[] | Record<string, never>;
                        };
                    }[];
                    links: components["schemas"]["DescribedBy"];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["AtomicJsonApi"];
                };
            };
        };
        /** @description Service unavailable, or Commit outcome unknown. */
        AtomicServiceUnavailableOrCommitOutcomeUnknown: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["OptionalRetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: (components["schemas"]["ServiceUnavailableError"] | components["schemas"]["CommitOutcomeUnknownError"])[];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
                "application/vnd.api+json;ext=\"https://jsonapi.org/ext/atomic\"": {
                    errors: {
                        /** @enum {unknown} */
                        status: "503";
                        /** @enum {unknown} */
                        code: "service-unavailable" | "commit-outcome-unknown";
                        title: string;
                        detail: string;
                        source?: components["schemas"]["ErrorSource11"];
                        links: components["schemas"]["ErrorLinks"];
                        meta?: {
                            [key: string]: string | number | string[] | Record<string, never>;
                        };
                    }[];
                    links: components["schemas"]["DescribedBy"];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["AtomicJsonApi"];
                };
            };
        };
        /** @description Not acceptable. */
        AtomicNotAcceptable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["NotAcceptableError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description Type conflict, or Id conflict, or Owner conflict, or Idempotency key in use. */
        AtomicTypeConflictOrIdConflictOrOwnerConflictOrIdempotencyKeyInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["OptionalRetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: (components["schemas"]["TypeConflictError"] | components["schemas"]["IdConflictError"] | components["schemas"]["OwnerConflictError"] | components["schemas"]["IdempotencyKeyInUseError"])[];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
                "application/vnd.api+json;ext=\"https://jsonapi.org/ext/atomic\"": {
                    errors: {
                        /** @enum {unknown} */
                        status: "409";
                        /** @enum {unknown} */
                        code: "type-conflict" | "id-conflict" | "owner-conflict" | "idempotency-key-in-use";
                        title: string;
                        detail: string;
                        source?: components["schemas"]["ErrorSource11"];
                        links: components["schemas"]["ErrorLinks"];
                        meta?: {
                            [key: string]: string | number | string[] | Record<string, never>;
                        };
                    }[];
                    links: components["schemas"]["DescribedBy"];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["AtomicJsonApi"];
                };
            };
        };
        /** @description Body too large. */
        AtomicBodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["BodyTooLargeError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
                "application/vnd.api+json;ext=\"https://jsonapi.org/ext/atomic\"": {
                    errors: {
                        /** @enum {unknown} */
                        status: "413";
                        /** @enum {unknown} */
                        code: "body-too-large";
                        title: string;
                        detail: string;
                        source?: components["schemas"]["ErrorSource11"];
                        links: components["schemas"]["ErrorLinks"];
                        meta?: {
                            [key: string]: string | number | string[] | Record<string, never>;
                        };
                    }[];
                    links: components["schemas"]["DescribedBy"];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["AtomicJsonApi"];
                };
            };
        };
        /** @description Query timeout. */
        AtomicQueryTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["QueryTimeoutError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
                "application/vnd.api+json;ext=\"https://jsonapi.org/ext/atomic\"": {
                    errors: {
                        /** @enum {unknown} */
                        status: "504";
                        /** @enum {unknown} */
                        code: "query-timeout";
                        title: string;
                        detail: string;
                        source?: components["schemas"]["ErrorSource11"];
                        links: components["schemas"]["ErrorLinks"];
                        meta?: {
                            [key: string]: string | number | string[] | Record<string, never>;
                        };
                    }[];
                    links: components["schemas"]["DescribedBy"];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["AtomicJsonApi"];
                };
            };
        };
        /** @description Client-generated id forbidden. */
        AtomicClientIdForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["ClientIdForbiddenError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
                "application/vnd.api+json;ext=\"https://jsonapi.org/ext/atomic\"": {
                    errors: {
                        /** @enum {unknown} */
                        status: "403";
                        /** @enum {unknown} */
                        code: "client-id-forbidden";
                        title: string;
                        detail: string;
                        source?: components["schemas"]["ErrorSource11"];
                        links: components["schemas"]["ErrorLinks"];
                        meta?: {
                            [key: string]: string | number | string[] | Record<string, never>;
                        };
                    }[];
                    links: components["schemas"]["DescribedBy"];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["AtomicJsonApi"];
                };
            };
        };
        /** @description Object not found. */
        AtomicObjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["ObjectNotFoundError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
                "application/vnd.api+json;ext=\"https://jsonapi.org/ext/atomic\"": {
                    errors: {
                        /** @enum {unknown} */
                        status: "404";
                        /** @enum {unknown} */
                        code: "object-not-found";
                        title: string;
                        detail: string;
                        source?: components["schemas"]["ErrorSource11"];
                        links: components["schemas"]["ErrorLinks"];
                        meta?: {
                            [key: string]: string | number | string[] | Record<string, never>;
                        };
                    }[];
                    links: components["schemas"]["DescribedBy"];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["AtomicJsonApi"];
                };
            };
        };
        /** @description Invalid attribute, or Idempotency key reused. */
        AtomicInvalidAttributeOrIdempotencyKeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: (components["schemas"]["InvalidAttributeError"] | components["schemas"]["IdempotencyKeyReusedError"])[];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
                "application/vnd.api+json;ext=\"https://jsonapi.org/ext/atomic\"": {
                    errors: {
                        /** @enum {unknown} */
                        status: "422";
                        /** @enum {unknown} */
                        code: "invalid-attribute" | "idempotency-key-reused";
                        title: string;
                        detail: string;
                        source?: components["schemas"]["ErrorSource11"];
                        links: components["schemas"]["ErrorLinks"];
                        meta?: {
                            [key: string]: string | number | string[] | Record<string, never>;
                        };
                    }[];
                    links: components["schemas"]["DescribedBy"];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["AtomicJsonApi"];
                };
            };
        };
        /** @description Precondition failed. */
        AtomicPreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["PreconditionFailedError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
                "application/vnd.api+json;ext=\"https://jsonapi.org/ext/atomic\"": {
                    errors: {
                        /** @enum {unknown} */
                        status: "412";
                        /** @enum {unknown} */
                        code: "precondition-failed";
                        title: string;
                        detail: string;
                        source?: components["schemas"]["ErrorSource11"];
                        links: components["schemas"]["ErrorLinks"];
                        meta?: {
                            [key: string]: string | number | string[] | Record<string, never>;
                        };
                    }[];
                    links: components["schemas"]["DescribedBy"];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["AtomicJsonApi"];
                };
            };
        };
        /** @description Service unavailable, or Too many subscribers. */
        ServiceUnavailableOrTooManySubscribers: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: (components["schemas"]["ServiceUnavailableError"] | components["schemas"]["TooManySubscribersError"])[];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description Not found. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["NotFoundError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description Position expired. */
        PositionExpired: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["PositionExpiredError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description Query timeout. */
        QueryTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["QueryTimeoutError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description Malformed HTTP request, or Invalid query parameter, or Invalid header, or Malformed JSON, or Invalid JSON:API document, or Too many included resources. */
        MalformedRequestOrInvalidParameterOrInvalidHeaderOrMalformedJsonOrInvalidDocumentOrTooManyIncluded: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: (components["schemas"]["MalformedRequestError"] | components["schemas"]["InvalidParameterError"] | components["schemas"]["InvalidHeaderError"] | components["schemas"]["MalformedJsonError"] | components["schemas"]["InvalidDocumentError"] | components["schemas"]["TooManyIncludedError"])[];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description Service unavailable, or Commit outcome unknown. */
        ServiceUnavailableOrCommitOutcomeUnknown: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["OptionalRetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: (components["schemas"]["ServiceUnavailableError"] | components["schemas"]["CommitOutcomeUnknownError"])[];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description Type conflict, or Idempotency key in use. */
        TypeConflictOrIdempotencyKeyInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["OptionalRetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: (components["schemas"]["TypeConflictError"] | components["schemas"]["IdempotencyKeyInUseError"])[];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description Body too large. */
        BodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["BodyTooLargeError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description Client-generated id forbidden. */
        ClientIdForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["ClientIdForbiddenError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description Invalid attribute, or Idempotency key reused. */
        InvalidAttributeOrIdempotencyKeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: (components["schemas"]["InvalidAttributeError"] | components["schemas"]["IdempotencyKeyReusedError"])[];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description Object not found. */
        ObjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["ObjectNotFoundError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description Malformed HTTP request, or Invalid query parameter, or Invalid header, or Too many included resources. */
        MalformedRequestOrInvalidParameterOrInvalidHeaderOrTooManyIncluded: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: (components["schemas"]["MalformedRequestError"] | components["schemas"]["InvalidParameterError"] | components["schemas"]["InvalidHeaderError"] | components["schemas"]["TooManyIncludedError"])[];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description Type conflict, or Id conflict, or Idempotency key in use. */
        TypeConflictOrIdConflictOrIdempotencyKeyInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["OptionalRetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: (components["schemas"]["TypeConflictError"] | components["schemas"]["IdConflictError"] | components["schemas"]["IdempotencyKeyInUseError"])[];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description Idempotency key in use. */
        IdempotencyKeyInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["IdempotencyKeyInUseError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description Idempotency key reused. */
        IdempotencyKeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: components["schemas"]["IdempotencyKeyReusedError"][];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description Type conflict, or Owner conflict, or Idempotency key in use. */
        TypeConflictOrOwnerConflictOrIdempotencyKeyInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["OptionalRetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    errors: (components["schemas"]["TypeConflictError"] | components["schemas"]["OwnerConflictError"] | components["schemas"]["IdempotencyKeyInUseError"])[];
                    meta?: components["schemas"]["OmittedErrors"];
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
    };
    parameters: {
        /** @description A position from an earlier response: returns the changes after it. `now`: no changes, only the position of the end. Empty: all stored changes. Without this parameter, a page starts with the oldest stored change, and a stream begins at the end. */
        ChangesAfter: string;
        /** @description The maximum number of changes on a page. Streams have no pages. */
        ChangesSize: number;
        /** @description Only changes of this type. */
        ChangesOfType: "person" | "computer";
        /** @description Only changes of this resource. */
        ChangesOfResource: string;
        /** @description The fields of each person in the response; all by default, none if empty. */
        FieldsPerson: ("id" | "name" | "email" | "birth_date" | "display_name" | "computers")[];
        /** @description The fields of each computer in the response; all by default, none if empty. */
        FieldsComputer: ("id" | "serial" | "owner")[];
        /** @description Related resources to include: paths of at most 5 relationships, each of which is included. */
        PersonInclude: ("computers" | "computers.owner" | "computers.owner.computers" | "computers.owner.computers.owner" | "computers.owner.computers.owner.computers")[];
        /**
         * @description A JSON list of filter objects, all of which must match: `[{"name":"birth_date","op":"le","val":"2000-01-01"}]`. `or` and `and` take lists of them, `not` takes one.
         *
         *     - `eq`, `ne`, `gt`, `ge`, `lt`, `le`, `is_`, `isnot`: a value
         *     - `between`: `[low, high]`
         *     - `in_`, `notin_`: a list of values
         *     - `like`, `notlike`, `ilike`, `notilike`, `startswith`, `endswith`, `match`: a text; for text fields
         *     - `any`, `has`: a filter object; for to-many and to-one relationships
         */
        PersonFilterParameter: components["schemas"]["PersonFilter"];
        /** @description Only resources whose `id` equals this value. May be repeated: all must match. */
        PersonFilterId: string;
        /** @description Only resources whose `name` equals this value. May be repeated: all must match. */
        PersonFilterName: string;
        /** @description Only resources whose `email` equals this value. May be repeated: all must match. */
        PersonFilterEmail: string;
        /** @description Only resources whose `birth_date` equals this value. May be repeated: all must match. */
        PersonFilterBirthDate: string;
        /** @description Only resources whose `computers` equals this value. May be repeated: all must match. */
        PersonFilterComputers: string;
        /** @description Only resources whose `computers__id` equals this value. May be repeated: all must match. */
        PersonFilterComputersId: string;
        /** @description Only resources whose `computers__serial` equals this value. May be repeated: all must match. */
        PersonFilterComputersSerial: string;
        /** @description Only resources whose `computers__owner` equals this value. May be repeated: all must match. */
        PersonFilterComputersOwner: string;
        /** @description Sort keys in order of precedence; `-` sorts in descending order. Ties are sorted by `id`. */
        PersonSort: ("id" | "name" | "email" | "birth_date" | "-id" | "-name" | "-email" | "-birth_date")[];
        /** @description The number of resources on a page. `0` returns all, without pages. */
        PageSize: number;
        /** @description The page number, starting at 1. */
        PageNumber: number;
        /** @description The items after this cursor. Leave empty to start from the beginning. The type and sort must be those of the page that the cursor comes from. */
        PageAfter: string;
        /** @description The items before this cursor. Leave empty to start from the end. The type and sort must be those of the page that the cursor comes from. */
        PageBefore: string;
        /** @description `false` skips counting the matches over all pages, which can cost more than the page itself. */
        PageTotal: boolean;
        /** @description The maximum number of `computers` to show for each person; `links.next` of the relationship is the link to the next page. `0` shows all. */
        PersonPageComputersSize: number;
        /** @description `true` counts the `computers` of each person in `meta.count` of the relationship. */
        PersonPageComputersTotal: boolean;
        /** @description Sorts the members of relationships. Each key starts with the path of the relationship. `includeSort` and `includeFilter` together have at most 2048 bytes. */
        PersonIncludeSort: ("computers.id" | "computers.serial" | "-computers.id" | "-computers.serial")[];
        /** @description Shows only the members of relationships that match: a list of filter objects for each path. The primary data is not filtered. `includeSort` and `includeFilter` together have at most 2048 bytes. */
        PersonIncludeFilter: {
            computers?: components["schemas"]["ComputerFilter"];
        };
        /** @description Related resources to include: paths of at most 5 relationships, each of which is included. */
        ComputerInclude: ("owner" | "owner.computers" | "owner.computers.owner" | "owner.computers.owner.computers" | "owner.computers.owner.computers.owner")[];
        /**
         * @description A JSON list of filter objects, all of which must match: `[{"name":"serial","op":"match","val":"a"}]`. `or` and `and` take lists of them, `not` takes one.
         *
         *     - `eq`, `ne`, `gt`, `ge`, `lt`, `le`, `is_`, `isnot`: a value
         *     - `between`: `[low, high]`
         *     - `in_`, `notin_`: a list of values
         *     - `like`, `notlike`, `ilike`, `notilike`, `startswith`, `endswith`, `match`: a text; for text fields
         *     - `any`, `has`: a filter object; for to-many and to-one relationships
         */
        ComputerFilterParameter: components["schemas"]["ComputerFilter"];
        /** @description Only resources whose `id` equals this value. May be repeated: all must match. */
        ComputerFilterId: string;
        /** @description Only resources whose `serial` equals this value. May be repeated: all must match. */
        ComputerFilterSerial: string;
        /** @description Only resources whose `owner` equals this value. May be repeated: all must match. */
        ComputerFilterOwner: string;
        /** @description Only resources whose `owner__id` equals this value. May be repeated: all must match. */
        ComputerFilterOwnerId: string;
        /** @description Only resources whose `owner__name` equals this value. May be repeated: all must match. */
        ComputerFilterOwnerName: string;
        /** @description Only resources whose `owner__email` equals this value. May be repeated: all must match. */
        ComputerFilterOwnerEmail: string;
        /** @description Only resources whose `owner__birth_date` equals this value. May be repeated: all must match. */
        ComputerFilterOwnerBirthDate: string;
        /** @description Only resources whose `owner__computers` equals this value. May be repeated: all must match. */
        ComputerFilterOwnerComputers: string;
        /** @description Sort keys in order of precedence; `-` sorts in descending order. Ties are sorted by `id`. */
        ComputerSort: ("id" | "serial" | "owner__id" | "owner__name" | "owner__email" | "owner__birth_date" | "-id" | "-serial" | "-owner__id" | "-owner__name" | "-owner__email" | "-owner__birth_date")[];
        /** @description The maximum number of `computers` to show for each person; `links.next` of the relationship is the link to the next page. `0` shows all. Needs an `include` path that begins with `owner`. */
        ComputerPageOwnerComputersSize: number;
        /** @description `true` counts the `computers` of each person in `meta.count` of the relationship. Needs an `include` path that begins with `owner`. */
        ComputerPageOwnerComputersTotal: boolean;
        /** @description Sorts the members of relationships. Each key starts with the path of the relationship. `includeSort` and `includeFilter` together have at most 2048 bytes. */
        ComputerIncludeSort: ("owner.computers.id" | "owner.computers.serial" | "-owner.computers.id" | "-owner.computers.serial")[];
        /** @description Shows only the members of relationships that match: a list of filter objects for each path. The primary data is not filtered. `includeSort` and `includeFilter` together have at most 2048 bytes. */
        ComputerIncludeFilter: {
            "owner.computers"?: components["schemas"]["ComputerFilter"];
        };
        /** @description The number of identifiers on a page. With neither this nor a cursor, all are returned. */
        MemberPageSize: number;
        /** @description `false` skips counting the matches over all pages, which can cost more than the page itself. */
        MemberPageTotal: boolean;
        /** @description The maximum number of `computers` to show for each person; `links.next` of the relationship is the link to the next page. `0` shows all. Needs an `include` path that begins with `computers.owner`. */
        PersonPageComputersOwnerComputersSize: number;
        /** @description `true` counts the `computers` of each person in `meta.count` of the relationship. Needs an `include` path that begins with `computers.owner`. */
        PersonPageComputersOwnerComputersTotal: boolean;
        /** @description Sorts the members of relationships. Each key starts with the path of the relationship. `includeSort` and `includeFilter` together have at most 2048 bytes. */
        PersonComputersLinkageIncludeSort: ("computers.owner.computers.id" | "computers.owner.computers.serial" | "-computers.owner.computers.id" | "-computers.owner.computers.serial")[];
        /** @description Shows only the members of relationships that match: a list of filter objects for each path. The primary data is not filtered. `includeSort` and `includeFilter` together have at most 2048 bytes. */
        PersonComputersLinkageIncludeFilter: {
            "computers.owner.computers"?: components["schemas"]["ComputerFilter"];
        };
        /** @description Sorts the members of relationships. Each key starts with the path of the relationship. `includeSort` and `includeFilter` together have at most 2048 bytes. */
        ComputerOwnerLinkageIncludeSort: ("owner.computers.id" | "owner.computers.serial" | "-owner.computers.id" | "-owner.computers.serial")[];
        /** @description Shows only the members of relationships that match: a list of filter objects for each path. The primary data is not filtered. `includeSort` and `includeFilter` together have at most 2048 bytes. */
        ComputerOwnerLinkageIncludeFilter: {
            "owner.computers"?: components["schemas"]["ComputerFilter"];
        };
        /** @description Entity tags from earlier responses. 412 if the resource (on GET: the response) has changed since, or if a set would be replaced and all matching tags are from responses with bounds. `*` matches any state. */
        IfMatch: string;
        /** @description Entity tags from earlier responses, or `*`. If one matches, GET returns 304 and a write 412. */
        IfNoneMatch: string;
        /** @description A new key for each write, such as a UUID in quotation marks. Repeating a request with its key within 86400 seconds changes nothing and returns the same response. */
        IdempotencyKey: string;
        /** @description Only for streams: the last `id` of an earlier stream. This stream continues after it, and `page[after]` is ignored. */
        LastEventId: string;
    };
    requestBodies: never;
    headers: {
        /** @description Identifies the request in the log. Taken from the request if it has a valid one. */
        RequestId: string;
        /** @description The new resource. */
        Location: string;
        /** @description The entity tag of this response or, for a write, of the response to a GET of the resource. For `If-Match` and `If-None-Match`. */
        ETag: string;
        /** @description Only the client itself may store the response, and must revalidate it before each use. */
        CacheControl: "private, no-cache";
        /** @description As in every response. For streams, it also forbids proxies to transform the response. */
        FeedCacheControl: "private, no-cache" | "private, no-cache, no-transform";
        /** @description Caches must revalidate the response before each use. */
        SharedCacheControl: "no-cache";
        /** @description This is the stored response to an earlier write with the same `Idempotency-Key`. */
        IdempotentReplayed: "true";
        /** @description Seconds to wait before trying again. */
        RetryAfter: number;
        /** @description The supported codings, if `Content-Encoding` names an unsupported one. */
        AcceptEncoding: "gzip, deflate, br, identity";
        /** @description The media type that the body of `QUERY` must have. Sent if the body has a different one. */
        AcceptQuery: "\"application/x-www-form-urlencoded\"";
        /** @description Seconds to wait, if the request can be retried. */
        OptionalRetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getRoot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry point: links to everything. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["Root"];
                };
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeader"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from earlier responses. 412 if the resource (on GET: the response) has changed since, or if a set would be replaced and all matching tags are from responses with bounds. `*` matches any state. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags from earlier responses, or `*`. If one matches, GET returns 304 and a write 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The description of the API. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["SharedCacheControl"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Not modified: `If-None-Match` contains the current entity tag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["SharedCacheControl"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeader"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    runOperations: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new key for each write, such as a UUID in quotation marks. Repeating a request with its key within 86400 seconds changes nothing and returns the same response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "atomic:operations": [
                 *         {
                 *           "op": "add",
                 *           "data": {
                 *             "type": "person",
                 *             "attributes": {
                 *               "name": "Ada Lovelace",
                 *               "email": "ada@example.org",
                 *               "birth_date": "1815-12-10"
                 *             }
                 *           }
                 *         },
                 *         {
                 *           "op": "add",
                 *           "data": {
                 *             "type": "computer",
                 *             "attributes": {
                 *               "serial": "SN-1815-12"
                 *             }
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/vnd.api+json;ext=\"https://jsonapi.org/ext/atomic\"": {
                    "atomic:operations": components["schemas"]["AtomicOperation"][];
                };
            };
        };
        responses: {
            /** @description All operations succeeded. One result for each, in order: the resource as it was right after its operation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json;ext=\"https://jsonapi.org/ext/atomic\"": components["schemas"]["AtomicResults"];
                };
            };
            /** @description All operations succeeded, and no result has a resource. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AtomicMalformedRequestOrInvalidParameterOrInvalidHeaderOrMalformedJsonOrInvalidDocument"];
            403: components["responses"]["AtomicClientIdForbidden"];
            404: components["responses"]["AtomicObjectNotFound"];
            406: components["responses"]["AtomicNotAcceptable"];
            408: components["responses"]["AtomicRequestTimeout"];
            409: components["responses"]["AtomicTypeConflictOrIdConflictOrOwnerConflictOrIdempotencyKeyInUse"];
            412: components["responses"]["AtomicPreconditionFailed"];
            413: components["responses"]["AtomicBodyTooLarge"];
            414: components["responses"]["AtomicUriTooLong"];
            415: components["responses"]["AtomicUnsupportedMediaType"];
            422: components["responses"]["AtomicInvalidAttributeOrIdempotencyKeyReused"];
            431: components["responses"]["AtomicHeadersTooLarge"];
            500: components["responses"]["AtomicInternalError"];
            503: components["responses"]["AtomicServiceUnavailableOrCommitOutcomeUnknown"];
            504: components["responses"]["AtomicQueryTimeout"];
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description A position from an earlier response: returns the changes after it. `now`: no changes, only the position of the end. Empty: all stored changes. Without this parameter, a page starts with the oldest stored change, and a stream begins at the end. */
                "page[after]"?: components["parameters"]["ChangesAfter"];
                /** @description The maximum number of changes on a page. Streams have no pages. */
                "page[size]"?: components["parameters"]["ChangesSize"];
                /** @description Only changes of this type. */
                "filter[type]"?: components["parameters"]["ChangesOfType"];
                /** @description Only changes of this resource. */
                "filter[id]"?: components["parameters"]["ChangesOfResource"];
                /** @description The fields of each person in the response; all by default, none if empty. */
                "fields[person]"?: components["parameters"]["FieldsPerson"];
                /** @description The fields of each computer in the response; all by default, none if empty. */
                "fields[computer]"?: components["parameters"]["FieldsComputer"];
            };
            header?: {
                /** @description Only for streams: the last `id` of an earlier stream. This stream continues after it, and `page[after]` is ignored. */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Changes, oldest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["FeedCacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["Changes"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeader"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["PositionExpired"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrTooManySubscribers"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    listPersons: {
        parameters: {
            query?: {
                /** @description Related resources to include: paths of at most 5 relationships, each of which is included. */
                include?: components["parameters"]["PersonInclude"];
                /** @description The fields of each person in the response; all by default, none if empty. */
                "fields[person]"?: components["parameters"]["FieldsPerson"];
                /** @description The fields of each computer in the response; all by default, none if empty. */
                "fields[computer]"?: components["parameters"]["FieldsComputer"];
                /**
                 * @description A JSON list of filter objects, all of which must match: `[{"name":"birth_date","op":"le","val":"2000-01-01"}]`. `or` and `and` take lists of them, `not` takes one.
                 *
                 *     - `eq`, `ne`, `gt`, `ge`, `lt`, `le`, `is_`, `isnot`: a value
                 *     - `between`: `[low, high]`
                 *     - `in_`, `notin_`: a list of values
                 *     - `like`, `notlike`, `ilike`, `notilike`, `startswith`, `endswith`, `match`: a text; for text fields
                 *     - `any`, `has`: a filter object; for to-many and to-one relationships
                 */
                filter?: components["parameters"]["PersonFilterParameter"];
                /** @description Only resources whose `id` equals this value. May be repeated: all must match. */
                "filter[id]"?: components["parameters"]["PersonFilterId"];
                /** @description Only resources whose `name` equals this value. May be repeated: all must match. */
                "filter[name]"?: components["parameters"]["PersonFilterName"];
                /** @description Only resources whose `email` equals this value. May be repeated: all must match. */
                "filter[email]"?: components["parameters"]["PersonFilterEmail"];
                /** @description Only resources whose `birth_date` equals this value. May be repeated: all must match. */
                "filter[birth_date]"?: components["parameters"]["PersonFilterBirthDate"];
                /** @description Only resources whose `computers` equals this value. May be repeated: all must match. */
                "filter[computers]"?: components["parameters"]["PersonFilterComputers"];
                /** @description Only resources whose `computers__id` equals this value. May be repeated: all must match. */
                "filter[computers__id]"?: components["parameters"]["PersonFilterComputersId"];
                /** @description Only resources whose `computers__serial` equals this value. May be repeated: all must match. */
                "filter[computers__serial]"?: components["parameters"]["PersonFilterComputersSerial"];
                /** @description Only resources whose `computers__owner` equals this value. May be repeated: all must match. */
                "filter[computers__owner]"?: components["parameters"]["PersonFilterComputersOwner"];
                /** @description Sort keys in order of precedence; `-` sorts in descending order. Ties are sorted by `id`. */
                sort?: components["parameters"]["PersonSort"];
                /** @description The number of resources on a page. `0` returns all, without pages. */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description The page number, starting at 1. */
                "page[number]"?: components["parameters"]["PageNumber"];
                /** @description The items after this cursor. Leave empty to start from the beginning. The type and sort must be those of the page that the cursor comes from. */
                "page[after]"?: components["parameters"]["PageAfter"];
                /** @description The items before this cursor. Leave empty to start from the end. The type and sort must be those of the page that the cursor comes from. */
                "page[before]"?: components["parameters"]["PageBefore"];
                /** @description `false` skips counting the matches over all pages, which can cost more than the page itself. */
                "page[total]"?: components["parameters"]["PageTotal"];
                /** @description The maximum number of `computers` to show for each person; `links.next` of the relationship is the link to the next page. `0` shows all. */
                "page[computers][size]"?: components["parameters"]["PersonPageComputersSize"];
                /** @description `true` counts the `computers` of each person in `meta.count` of the relationship. */
                "page[computers][total]"?: components["parameters"]["PersonPageComputersTotal"];
                /** @description Sorts the members of relationships. Each key starts with the path of the relationship. `includeSort` and `includeFilter` together have at most 2048 bytes. */
                includeSort?: components["parameters"]["PersonIncludeSort"];
                /** @description Shows only the members of relationships that match: a list of filter objects for each path. The primary data is not filtered. `includeSort` and `includeFilter` together have at most 2048 bytes. */
                includeFilter?: components["parameters"]["PersonIncludeFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of persons. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["PersonList"] | components["schemas"]["PersonCursorList"];
                    "application/vnd.api+json;profile=\"urn:uuid:0d3f4c62-7c0f-4d5a-9f0b-5b6f1f0e8a17\"": components["schemas"]["PersonList11"];
                    "application/vnd.api+json;profile=\"https://jsonapi.org/profiles/ethanresnick/cursor-pagination/\"": components["schemas"]["PersonCursorList11"];
                    "application/vnd.api+json;profile=\"urn:uuid:0d3f4c62-7c0f-4d5a-9f0b-5b6f1f0e8a17 https://jsonapi.org/profiles/ethanresnick/cursor-pagination/\"": components["schemas"]["PersonCursorList11"];
                };
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeader"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    createPerson: {
        parameters: {
            query?: {
                /** @description Related resources to include: paths of at most 5 relationships, each of which is included. */
                include?: components["parameters"]["PersonInclude"];
                /** @description The fields of each person in the response; all by default, none if empty. */
                "fields[person]"?: components["parameters"]["FieldsPerson"];
                /** @description The fields of each computer in the response; all by default, none if empty. */
                "fields[computer]"?: components["parameters"]["FieldsComputer"];
            };
            header?: {
                /** @description A new key for each write, such as a UUID in quotation marks. Repeating a request with its key within 86400 seconds changes nothing and returns the same response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "type": "person",
                 *         "attributes": {
                 *           "name": "Ada Lovelace",
                 *           "email": "ada@example.org",
                 *           "birth_date": "1815-12-10"
                 *         }
                 *       }
                 *     }
                 */
                "application/vnd.api+json": components["schemas"]["NewPerson"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["PersonDocument"];
                };
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeaderOrMalformedJsonOrInvalidDocumentOrTooManyIncluded"];
            403: components["responses"]["ClientIdForbidden"];
            404: components["responses"]["ObjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["TypeConflictOrIdempotencyKeyInUse"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidAttributeOrIdempotencyKeyReused"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrCommitOutcomeUnknown"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    getPerson: {
        parameters: {
            query?: {
                /** @description Related resources to include: paths of at most 5 relationships, each of which is included. */
                include?: components["parameters"]["PersonInclude"];
                /** @description The fields of each person in the response; all by default, none if empty. */
                "fields[person]"?: components["parameters"]["FieldsPerson"];
                /** @description The fields of each computer in the response; all by default, none if empty. */
                "fields[computer]"?: components["parameters"]["FieldsComputer"];
                /** @description The maximum number of `computers` to show for each person; `links.next` of the relationship is the link to the next page. `0` shows all. */
                "page[computers][size]"?: components["parameters"]["PersonPageComputersSize"];
                /** @description `true` counts the `computers` of each person in `meta.count` of the relationship. */
                "page[computers][total]"?: components["parameters"]["PersonPageComputersTotal"];
                /** @description Sorts the members of relationships. Each key starts with the path of the relationship. `includeSort` and `includeFilter` together have at most 2048 bytes. */
                includeSort?: components["parameters"]["PersonIncludeSort"];
                /** @description Shows only the members of relationships that match: a list of filter objects for each path. The primary data is not filtered. `includeSort` and `includeFilter` together have at most 2048 bytes. */
                includeFilter?: components["parameters"]["PersonIncludeFilter"];
            };
            header?: {
                /** @description Entity tags from earlier responses. 412 if the resource (on GET: the response) has changed since, or if a set would be replaced and all matching tags are from responses with bounds. `*` matches any state. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags from earlier responses, or `*`. If one matches, GET returns 304 and a write 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the Person.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["PersonDocument"];
                    "application/vnd.api+json;profile=\"urn:uuid:0d3f4c62-7c0f-4d5a-9f0b-5b6f1f0e8a17\"": components["schemas"]["PersonDocument11"];
                };
            };
            /** @description Not modified: `If-None-Match` contains the current entity tag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeaderOrTooManyIncluded"];
            404: components["responses"]["ObjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    deletePerson: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from earlier responses. 412 if the resource (on GET: the response) has changed since, or if a set would be replaced and all matching tags are from responses with bounds. `*` matches any state. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags from earlier responses, or `*`. If one matches, GET returns 304 and a write 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A new key for each write, such as a UUID in quotation marks. Repeating a request with its key within 86400 seconds changes nothing and returns the same response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the Person.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["Deleted"];
                };
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeader"];
            404: components["responses"]["ObjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrCommitOutcomeUnknown"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    updatePerson: {
        parameters: {
            query?: {
                /** @description Related resources to include: paths of at most 5 relationships, each of which is included. */
                include?: components["parameters"]["PersonInclude"];
                /** @description The fields of each person in the response; all by default, none if empty. */
                "fields[person]"?: components["parameters"]["FieldsPerson"];
                /** @description The fields of each computer in the response; all by default, none if empty. */
                "fields[computer]"?: components["parameters"]["FieldsComputer"];
            };
            header?: {
                /** @description Entity tags from earlier responses. 412 if the resource (on GET: the response) has changed since, or if a set would be replaced and all matching tags are from responses with bounds. `*` matches any state. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags from earlier responses, or `*`. If one matches, GET returns 304 and a write 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A new key for each write, such as a UUID in quotation marks. Repeating a request with its key within 86400 seconds changes nothing and returns the same response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the Person.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "type": "person",
                 *         "id": "1",
                 *         "attributes": {
                 *           "name": "Ada Lovelace",
                 *           "email": "ada@example.org",
                 *           "birth_date": "1815-12-10"
                 *         }
                 *       }
                 *     }
                 */
                "application/vnd.api+json": components["schemas"]["ChangedPerson"];
            };
        };
        responses: {
            /** @description The person. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["PersonDocument"];
                };
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeaderOrMalformedJsonOrInvalidDocumentOrTooManyIncluded"];
            404: components["responses"]["ObjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["TypeConflictOrIdConflictOrIdempotencyKeyInUse"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidAttributeOrIdempotencyKeyReused"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrCommitOutcomeUnknown"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    exportPersonsCsv: {
        parameters: {
            query?: {
                /** @description The fields of each person in the response; all by default, none if empty. */
                "fields[person]"?: components["parameters"]["FieldsPerson"];
                /**
                 * @description A JSON list of filter objects, all of which must match: `[{"name":"birth_date","op":"le","val":"2000-01-01"}]`. `or` and `and` take lists of them, `not` takes one.
                 *
                 *     - `eq`, `ne`, `gt`, `ge`, `lt`, `le`, `is_`, `isnot`: a value
                 *     - `between`: `[low, high]`
                 *     - `in_`, `notin_`: a list of values
                 *     - `like`, `notlike`, `ilike`, `notilike`, `startswith`, `endswith`, `match`: a text; for text fields
                 *     - `any`, `has`: a filter object; for to-many and to-one relationships
                 */
                filter?: components["parameters"]["PersonFilterParameter"];
                /** @description Only resources whose `id` equals this value. May be repeated: all must match. */
                "filter[id]"?: components["parameters"]["PersonFilterId"];
                /** @description Only resources whose `name` equals this value. May be repeated: all must match. */
                "filter[name]"?: components["parameters"]["PersonFilterName"];
                /** @description Only resources whose `email` equals this value. May be repeated: all must match. */
                "filter[email]"?: components["parameters"]["PersonFilterEmail"];
                /** @description Only resources whose `birth_date` equals this value. May be repeated: all must match. */
                "filter[birth_date]"?: components["parameters"]["PersonFilterBirthDate"];
                /** @description Only resources whose `computers` equals this value. May be repeated: all must match. */
                "filter[computers]"?: components["parameters"]["PersonFilterComputers"];
                /** @description Only resources whose `computers__id` equals this value. May be repeated: all must match. */
                "filter[computers__id]"?: components["parameters"]["PersonFilterComputersId"];
                /** @description Only resources whose `computers__serial` equals this value. May be repeated: all must match. */
                "filter[computers__serial]"?: components["parameters"]["PersonFilterComputersSerial"];
                /** @description Only resources whose `computers__owner` equals this value. May be repeated: all must match. */
                "filter[computers__owner]"?: components["parameters"]["PersonFilterComputersOwner"];
                /** @description Sort keys in order of precedence; `-` sorts in descending order. Ties are sorted by `id`. */
                sort?: components["parameters"]["PersonSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All persons: a header line, then one line for each resource (RFC 4180). */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    /** @description A file to save under the name at the end of the path. */
                    "Content-Disposition": "attachment";
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeader"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    exportPersonsNdjson: {
        parameters: {
            query?: {
                /** @description The fields of each person in the response; all by default, none if empty. */
                "fields[person]"?: components["parameters"]["FieldsPerson"];
                /**
                 * @description A JSON list of filter objects, all of which must match: `[{"name":"birth_date","op":"le","val":"2000-01-01"}]`. `or` and `and` take lists of them, `not` takes one.
                 *
                 *     - `eq`, `ne`, `gt`, `ge`, `lt`, `le`, `is_`, `isnot`: a value
                 *     - `between`: `[low, high]`
                 *     - `in_`, `notin_`: a list of values
                 *     - `like`, `notlike`, `ilike`, `notilike`, `startswith`, `endswith`, `match`: a text; for text fields
                 *     - `any`, `has`: a filter object; for to-many and to-one relationships
                 */
                filter?: components["parameters"]["PersonFilterParameter"];
                /** @description Only resources whose `id` equals this value. May be repeated: all must match. */
                "filter[id]"?: components["parameters"]["PersonFilterId"];
                /** @description Only resources whose `name` equals this value. May be repeated: all must match. */
                "filter[name]"?: components["parameters"]["PersonFilterName"];
                /** @description Only resources whose `email` equals this value. May be repeated: all must match. */
                "filter[email]"?: components["parameters"]["PersonFilterEmail"];
                /** @description Only resources whose `birth_date` equals this value. May be repeated: all must match. */
                "filter[birth_date]"?: components["parameters"]["PersonFilterBirthDate"];
                /** @description Only resources whose `computers` equals this value. May be repeated: all must match. */
                "filter[computers]"?: components["parameters"]["PersonFilterComputers"];
                /** @description Only resources whose `computers__id` equals this value. May be repeated: all must match. */
                "filter[computers__id]"?: components["parameters"]["PersonFilterComputersId"];
                /** @description Only resources whose `computers__serial` equals this value. May be repeated: all must match. */
                "filter[computers__serial]"?: components["parameters"]["PersonFilterComputersSerial"];
                /** @description Only resources whose `computers__owner` equals this value. May be repeated: all must match. */
                "filter[computers__owner]"?: components["parameters"]["PersonFilterComputersOwner"];
                /** @description Sort keys in order of precedence; `-` sorts in descending order. Ties are sorted by `id`. */
                sort?: components["parameters"]["PersonSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All persons: one resource object per line. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    /** @description A file to save under the name at the end of the path. */
                    "Content-Disposition": "attachment";
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeader"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    listPersonComputers: {
        parameters: {
            query?: {
                /** @description Related resources to include: paths of at most 5 relationships, each of which is included. */
                include?: components["parameters"]["ComputerInclude"];
                /** @description The fields of each person in the response; all by default, none if empty. */
                "fields[person]"?: components["parameters"]["FieldsPerson"];
                /** @description The fields of each computer in the response; all by default, none if empty. */
                "fields[computer]"?: components["parameters"]["FieldsComputer"];
                /**
                 * @description A JSON list of filter objects, all of which must match: `[{"name":"serial","op":"match","val":"a"}]`. `or` and `and` take lists of them, `not` takes one.
                 *
                 *     - `eq`, `ne`, `gt`, `ge`, `lt`, `le`, `is_`, `isnot`: a value
                 *     - `between`: `[low, high]`
                 *     - `in_`, `notin_`: a list of values
                 *     - `like`, `notlike`, `ilike`, `notilike`, `startswith`, `endswith`, `match`: a text; for text fields
                 *     - `any`, `has`: a filter object; for to-many and to-one relationships
                 */
                filter?: components["parameters"]["ComputerFilterParameter"];
                /** @description Only resources whose `id` equals this value. May be repeated: all must match. */
                "filter[id]"?: components["parameters"]["ComputerFilterId"];
                /** @description Only resources whose `serial` equals this value. May be repeated: all must match. */
                "filter[serial]"?: components["parameters"]["ComputerFilterSerial"];
                /** @description Only resources whose `owner` equals this value. May be repeated: all must match. */
                "filter[owner]"?: components["parameters"]["ComputerFilterOwner"];
                /** @description Only resources whose `owner__id` equals this value. May be repeated: all must match. */
                "filter[owner__id]"?: components["parameters"]["ComputerFilterOwnerId"];
                /** @description Only resources whose `owner__name` equals this value. May be repeated: all must match. */
                "filter[owner__name]"?: components["parameters"]["ComputerFilterOwnerName"];
                /** @description Only resources whose `owner__email` equals this value. May be repeated: all must match. */
                "filter[owner__email]"?: components["parameters"]["ComputerFilterOwnerEmail"];
                /** @description Only resources whose `owner__birth_date` equals this value. May be repeated: all must match. */
                "filter[owner__birth_date]"?: components["parameters"]["ComputerFilterOwnerBirthDate"];
                /** @description Only resources whose `owner__computers` equals this value. May be repeated: all must match. */
                "filter[owner__computers]"?: components["parameters"]["ComputerFilterOwnerComputers"];
                /** @description Sort keys in order of precedence; `-` sorts in descending order. Ties are sorted by `id`. */
                sort?: components["parameters"]["ComputerSort"];
                /** @description The number of resources on a page. `0` returns all, without pages. */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description The page number, starting at 1. */
                "page[number]"?: components["parameters"]["PageNumber"];
                /** @description The items after this cursor. Leave empty to start from the beginning. The type and sort must be those of the page that the cursor comes from. */
                "page[after]"?: components["parameters"]["PageAfter"];
                /** @description The items before this cursor. Leave empty to start from the end. The type and sort must be those of the page that the cursor comes from. */
                "page[before]"?: components["parameters"]["PageBefore"];
                /** @description `false` skips counting the matches over all pages, which can cost more than the page itself. */
                "page[total]"?: components["parameters"]["PageTotal"];
                /** @description The maximum number of `computers` to show for each person; `links.next` of the relationship is the link to the next page. `0` shows all. Needs an `include` path that begins with `owner`. */
                "page[owner.computers][size]"?: components["parameters"]["ComputerPageOwnerComputersSize"];
                /** @description `true` counts the `computers` of each person in `meta.count` of the relationship. Needs an `include` path that begins with `owner`. */
                "page[owner.computers][total]"?: components["parameters"]["ComputerPageOwnerComputersTotal"];
                /** @description Sorts the members of relationships. Each key starts with the path of the relationship. `includeSort` and `includeFilter` together have at most 2048 bytes. */
                includeSort?: components["parameters"]["ComputerIncludeSort"];
                /** @description Shows only the members of relationships that match: a list of filter objects for each path. The primary data is not filtered. `includeSort` and `includeFilter` together have at most 2048 bytes. */
                includeFilter?: components["parameters"]["ComputerIncludeFilter"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the Person.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of the related resources. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["ComputerList"] | components["schemas"]["ComputerCursorList"];
                    "application/vnd.api+json;profile=\"urn:uuid:0d3f4c62-7c0f-4d5a-9f0b-5b6f1f0e8a17\"": components["schemas"]["ComputerList11"];
                    "application/vnd.api+json;profile=\"https://jsonapi.org/profiles/ethanresnick/cursor-pagination/\"": components["schemas"]["ComputerCursorList11"];
                    "application/vnd.api+json;profile=\"urn:uuid:0d3f4c62-7c0f-4d5a-9f0b-5b6f1f0e8a17 https://jsonapi.org/profiles/ethanresnick/cursor-pagination/\"": components["schemas"]["ComputerCursorList11"];
                };
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeader"];
            404: components["responses"]["ObjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    createPersonComputer: {
        parameters: {
            query?: {
                /** @description Related resources to include: paths of at most 5 relationships, each of which is included. */
                include?: components["parameters"]["ComputerInclude"];
                /** @description The fields of each person in the response; all by default, none if empty. */
                "fields[person]"?: components["parameters"]["FieldsPerson"];
                /** @description The fields of each computer in the response; all by default, none if empty. */
                "fields[computer]"?: components["parameters"]["FieldsComputer"];
            };
            header?: {
                /** @description A new key for each write, such as a UUID in quotation marks. Repeating a request with its key within 86400 seconds changes nothing and returns the same response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the Person.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "type": "computer",
                 *         "attributes": {
                 *           "serial": "SN-1815-12"
                 *         }
                 *       }
                 *     }
                 */
                "application/vnd.api+json": components["schemas"]["NewComputer"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["ComputerDocument"];
                };
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeaderOrMalformedJsonOrInvalidDocumentOrTooManyIncluded"];
            403: components["responses"]["ClientIdForbidden"];
            404: components["responses"]["ObjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["TypeConflictOrOwnerConflictOrIdempotencyKeyInUse"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidAttributeOrIdempotencyKeyReused"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrCommitOutcomeUnknown"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    getPersonComputersLinkage: {
        parameters: {
            query?: {
                /** @description Related resources to include: paths of at most 5 relationships, each of which is included. */
                include?: components["parameters"]["PersonInclude"];
                /** @description The fields of each person in the response; all by default, none if empty. */
                "fields[person]"?: components["parameters"]["FieldsPerson"];
                /** @description The fields of each computer in the response; all by default, none if empty. */
                "fields[computer]"?: components["parameters"]["FieldsComputer"];
                /**
                 * @description A JSON list of filter objects, all of which must match: `[{"name":"serial","op":"match","val":"a"}]`. `or` and `and` take lists of them, `not` takes one.
                 *
                 *     - `eq`, `ne`, `gt`, `ge`, `lt`, `le`, `is_`, `isnot`: a value
                 *     - `between`: `[low, high]`
                 *     - `in_`, `notin_`: a list of values
                 *     - `like`, `notlike`, `ilike`, `notilike`, `startswith`, `endswith`, `match`: a text; for text fields
                 *     - `any`, `has`: a filter object; for to-many and to-one relationships
                 */
                filter?: components["parameters"]["ComputerFilterParameter"];
                /** @description Only resources whose `id` equals this value. May be repeated: all must match. */
                "filter[id]"?: components["parameters"]["ComputerFilterId"];
                /** @description Only resources whose `serial` equals this value. May be repeated: all must match. */
                "filter[serial]"?: components["parameters"]["ComputerFilterSerial"];
                /** @description Only resources whose `owner` equals this value. May be repeated: all must match. */
                "filter[owner]"?: components["parameters"]["ComputerFilterOwner"];
                /** @description Only resources whose `owner__id` equals this value. May be repeated: all must match. */
                "filter[owner__id]"?: components["parameters"]["ComputerFilterOwnerId"];
                /** @description Only resources whose `owner__name` equals this value. May be repeated: all must match. */
                "filter[owner__name]"?: components["parameters"]["ComputerFilterOwnerName"];
                /** @description Only resources whose `owner__email` equals this value. May be repeated: all must match. */
                "filter[owner__email]"?: components["parameters"]["ComputerFilterOwnerEmail"];
                /** @description Only resources whose `owner__birth_date` equals this value. May be repeated: all must match. */
                "filter[owner__birth_date]"?: components["parameters"]["ComputerFilterOwnerBirthDate"];
                /** @description Only resources whose `owner__computers` equals this value. May be repeated: all must match. */
                "filter[owner__computers]"?: components["parameters"]["ComputerFilterOwnerComputers"];
                /** @description Sort keys in order of precedence; `-` sorts in descending order. Ties are sorted by `id`. */
                sort?: components["parameters"]["ComputerSort"];
                /** @description The number of identifiers on a page. With neither this nor a cursor, all are returned. */
                "page[size]"?: components["parameters"]["MemberPageSize"];
                /** @description The items after this cursor. Leave empty to start from the beginning. The type and sort must be those of the page that the cursor comes from. */
                "page[after]"?: components["parameters"]["PageAfter"];
                /** @description The items before this cursor. Leave empty to start from the end. The type and sort must be those of the page that the cursor comes from. */
                "page[before]"?: components["parameters"]["PageBefore"];
                /** @description `false` skips counting the matches over all pages, which can cost more than the page itself. */
                "page[total]"?: components["parameters"]["MemberPageTotal"];
                /** @description The maximum number of `computers` to show for each person; `links.next` of the relationship is the link to the next page. `0` shows all. Needs an `include` path that begins with `computers.owner`. */
                "page[computers.owner.computers][size]"?: components["parameters"]["PersonPageComputersOwnerComputersSize"];
                /** @description `true` counts the `computers` of each person in `meta.count` of the relationship. Needs an `include` path that begins with `computers.owner`. */
                "page[computers.owner.computers][total]"?: components["parameters"]["PersonPageComputersOwnerComputersTotal"];
                /** @description Sorts the members of relationships. Each key starts with the path of the relationship. `includeSort` and `includeFilter` together have at most 2048 bytes. */
                includeSort?: components["parameters"]["PersonComputersLinkageIncludeSort"];
                /** @description Shows only the members of relationships that match: a list of filter objects for each path. The primary data is not filtered. `includeSort` and `includeFilter` together have at most 2048 bytes. */
                includeFilter?: components["parameters"]["PersonComputersLinkageIncludeFilter"];
            };
            header?: {
                /** @description Entity tags from earlier responses. 412 if the resource (on GET: the response) has changed since, or if a set would be replaced and all matching tags are from responses with bounds. `*` matches any state. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags from earlier responses, or `*`. If one matches, GET returns 304 and a write 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the Person.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The identifiers of the related resources. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["PersonComputersLinkage"] | components["schemas"]["ComputerCursorLinkage"];
                    "application/vnd.api+json;profile=\"urn:uuid:0d3f4c62-7c0f-4d5a-9f0b-5b6f1f0e8a17\"": components["schemas"]["PersonComputersLinkage11"];
                    "application/vnd.api+json;profile=\"urn:uuid:0d3f4c62-7c0f-4d5a-9f0b-5b6f1f0e8a17 https://jsonapi.org/profiles/ethanresnick/cursor-pagination/\"": components["schemas"]["ComputerCursorLinkage11"];
                };
            };
            /** @description Not modified: `If-None-Match` contains the current entity tag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeaderOrTooManyIncluded"];
            404: components["responses"]["ObjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    linkPersonComputers: {
        parameters: {
            query?: {
                /** @description Related resources to include: paths of at most 5 relationships, each of which is included. */
                include?: components["parameters"]["PersonInclude"];
                /** @description The fields of each person in the response; all by default, none if empty. */
                "fields[person]"?: components["parameters"]["FieldsPerson"];
                /** @description The fields of each computer in the response; all by default, none if empty. */
                "fields[computer]"?: components["parameters"]["FieldsComputer"];
            };
            header?: {
                /** @description Entity tags from earlier responses. 412 if the resource (on GET: the response) has changed since, or if a set would be replaced and all matching tags are from responses with bounds. `*` matches any state. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags from earlier responses, or `*`. If one matches, GET returns 304 and a write 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A new key for each write, such as a UUID in quotation marks. Repeating a request with its key within 86400 seconds changes nothing and returns the same response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the Person.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "type": "computer",
                 *           "id": "1"
                 *         }
                 *       ]
                 *     }
                 */
                "application/vnd.api+json": {
                    data: components["schemas"]["ComputerIdentifier"][];
                };
            };
        };
        responses: {
            /** @description The person with the changed relationship; the related resources are included. In JSON:API 1.1, the identifiers of the related resources instead. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["PersonDocument"];
                };
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeaderOrMalformedJsonOrInvalidDocumentOrTooManyIncluded"];
            404: components["responses"]["ObjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["TypeConflictOrIdempotencyKeyInUse"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrCommitOutcomeUnknown"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    unlinkPersonComputers: {
        parameters: {
            query?: {
                /** @description Related resources to include: paths of at most 5 relationships, each of which is included. */
                include?: components["parameters"]["PersonInclude"];
                /** @description The fields of each person in the response; all by default, none if empty. */
                "fields[person]"?: components["parameters"]["FieldsPerson"];
                /** @description The fields of each computer in the response; all by default, none if empty. */
                "fields[computer]"?: components["parameters"]["FieldsComputer"];
            };
            header?: {
                /** @description Entity tags from earlier responses. 412 if the resource (on GET: the response) has changed since, or if a set would be replaced and all matching tags are from responses with bounds. `*` matches any state. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags from earlier responses, or `*`. If one matches, GET returns 304 and a write 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A new key for each write, such as a UUID in quotation marks. Repeating a request with its key within 86400 seconds changes nothing and returns the same response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the Person.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "type": "computer",
                 *           "id": "1"
                 *         }
                 *       ]
                 *     }
                 */
                "application/vnd.api+json": {
                    data: components["schemas"]["ComputerIdentifier"][];
                };
            };
        };
        responses: {
            /** @description The person with the changed relationship; the related resources are included. In JSON:API 1.1, the identifiers of the related resources instead. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["PersonDocument"];
                };
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeaderOrMalformedJsonOrInvalidDocumentOrTooManyIncluded"];
            404: components["responses"]["ObjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["TypeConflictOrIdempotencyKeyInUse"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrCommitOutcomeUnknown"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    replacePersonComputers: {
        parameters: {
            query?: {
                /** @description Related resources to include: paths of at most 5 relationships, each of which is included. */
                include?: components["parameters"]["PersonInclude"];
                /** @description The fields of each person in the response; all by default, none if empty. */
                "fields[person]"?: components["parameters"]["FieldsPerson"];
                /** @description The fields of each computer in the response; all by default, none if empty. */
                "fields[computer]"?: components["parameters"]["FieldsComputer"];
            };
            header?: {
                /** @description Entity tags from earlier responses. 412 if the resource (on GET: the response) has changed since, or if a set would be replaced and all matching tags are from responses with bounds. `*` matches any state. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags from earlier responses, or `*`. If one matches, GET returns 304 and a write 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A new key for each write, such as a UUID in quotation marks. Repeating a request with its key within 86400 seconds changes nothing and returns the same response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the Person.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "type": "computer",
                 *           "id": "1"
                 *         }
                 *       ]
                 *     }
                 */
                "application/vnd.api+json": {
                    data: components["schemas"]["ComputerIdentifier"][];
                };
            };
        };
        responses: {
            /** @description The person with the changed relationship; the related resources are included. In JSON:API 1.1, the identifiers of the related resources instead. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["PersonDocument"];
                };
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeaderOrMalformedJsonOrInvalidDocumentOrTooManyIncluded"];
            404: components["responses"]["ObjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["TypeConflictOrIdempotencyKeyInUse"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrCommitOutcomeUnknown"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    listComputers: {
        parameters: {
            query?: {
                /** @description Related resources to include: paths of at most 5 relationships, each of which is included. */
                include?: components["parameters"]["ComputerInclude"];
                /** @description The fields of each person in the response; all by default, none if empty. */
                "fields[person]"?: components["parameters"]["FieldsPerson"];
                /** @description The fields of each computer in the response; all by default, none if empty. */
                "fields[computer]"?: components["parameters"]["FieldsComputer"];
                /**
                 * @description A JSON list of filter objects, all of which must match: `[{"name":"serial","op":"match","val":"a"}]`. `or` and `and` take lists of them, `not` takes one.
                 *
                 *     - `eq`, `ne`, `gt`, `ge`, `lt`, `le`, `is_`, `isnot`: a value
                 *     - `between`: `[low, high]`
                 *     - `in_`, `notin_`: a list of values
                 *     - `like`, `notlike`, `ilike`, `notilike`, `startswith`, `endswith`, `match`: a text; for text fields
                 *     - `any`, `has`: a filter object; for to-many and to-one relationships
                 */
                filter?: components["parameters"]["ComputerFilterParameter"];
                /** @description Only resources whose `id` equals this value. May be repeated: all must match. */
                "filter[id]"?: components["parameters"]["ComputerFilterId"];
                /** @description Only resources whose `serial` equals this value. May be repeated: all must match. */
                "filter[serial]"?: components["parameters"]["ComputerFilterSerial"];
                /** @description Only resources whose `owner` equals this value. May be repeated: all must match. */
                "filter[owner]"?: components["parameters"]["ComputerFilterOwner"];
                /** @description Only resources whose `owner__id` equals this value. May be repeated: all must match. */
                "filter[owner__id]"?: components["parameters"]["ComputerFilterOwnerId"];
                /** @description Only resources whose `owner__name` equals this value. May be repeated: all must match. */
                "filter[owner__name]"?: components["parameters"]["ComputerFilterOwnerName"];
                /** @description Only resources whose `owner__email` equals this value. May be repeated: all must match. */
                "filter[owner__email]"?: components["parameters"]["ComputerFilterOwnerEmail"];
                /** @description Only resources whose `owner__birth_date` equals this value. May be repeated: all must match. */
                "filter[owner__birth_date]"?: components["parameters"]["ComputerFilterOwnerBirthDate"];
                /** @description Only resources whose `owner__computers` equals this value. May be repeated: all must match. */
                "filter[owner__computers]"?: components["parameters"]["ComputerFilterOwnerComputers"];
                /** @description Sort keys in order of precedence; `-` sorts in descending order. Ties are sorted by `id`. */
                sort?: components["parameters"]["ComputerSort"];
                /** @description The number of resources on a page. `0` returns all, without pages. */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description The page number, starting at 1. */
                "page[number]"?: components["parameters"]["PageNumber"];
                /** @description The items after this cursor. Leave empty to start from the beginning. The type and sort must be those of the page that the cursor comes from. */
                "page[after]"?: components["parameters"]["PageAfter"];
                /** @description The items before this cursor. Leave empty to start from the end. The type and sort must be those of the page that the cursor comes from. */
                "page[before]"?: components["parameters"]["PageBefore"];
                /** @description `false` skips counting the matches over all pages, which can cost more than the page itself. */
                "page[total]"?: components["parameters"]["PageTotal"];
                /** @description The maximum number of `computers` to show for each person; `links.next` of the relationship is the link to the next page. `0` shows all. Needs an `include` path that begins with `owner`. */
                "page[owner.computers][size]"?: components["parameters"]["ComputerPageOwnerComputersSize"];
                /** @description `true` counts the `computers` of each person in `meta.count` of the relationship. Needs an `include` path that begins with `owner`. */
                "page[owner.computers][total]"?: components["parameters"]["ComputerPageOwnerComputersTotal"];
                /** @description Sorts the members of relationships. Each key starts with the path of the relationship. `includeSort` and `includeFilter` together have at most 2048 bytes. */
                includeSort?: components["parameters"]["ComputerIncludeSort"];
                /** @description Shows only the members of relationships that match: a list of filter objects for each path. The primary data is not filtered. `includeSort` and `includeFilter` together have at most 2048 bytes. */
                includeFilter?: components["parameters"]["ComputerIncludeFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of computers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["ComputerList"] | components["schemas"]["ComputerCursorList"];
                    "application/vnd.api+json;profile=\"urn:uuid:0d3f4c62-7c0f-4d5a-9f0b-5b6f1f0e8a17\"": components["schemas"]["ComputerList11"];
                    "application/vnd.api+json;profile=\"https://jsonapi.org/profiles/ethanresnick/cursor-pagination/\"": components["schemas"]["ComputerCursorList11"];
                    "application/vnd.api+json;profile=\"urn:uuid:0d3f4c62-7c0f-4d5a-9f0b-5b6f1f0e8a17 https://jsonapi.org/profiles/ethanresnick/cursor-pagination/\"": components["schemas"]["ComputerCursorList11"];
                };
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeader"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    createComputer: {
        parameters: {
            query?: {
                /** @description Related resources to include: paths of at most 5 relationships, each of which is included. */
                include?: components["parameters"]["ComputerInclude"];
                /** @description The fields of each person in the response; all by default, none if empty. */
                "fields[person]"?: components["parameters"]["FieldsPerson"];
                /** @description The fields of each computer in the response; all by default, none if empty. */
                "fields[computer]"?: components["parameters"]["FieldsComputer"];
            };
            header?: {
                /** @description A new key for each write, such as a UUID in quotation marks. Repeating a request with its key within 86400 seconds changes nothing and returns the same response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "type": "computer",
                 *         "attributes": {
                 *           "serial": "SN-1815-12"
                 *         }
                 *       }
                 *     }
                 */
                "application/vnd.api+json": components["schemas"]["NewComputer"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["ComputerDocument"];
                };
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeaderOrMalformedJsonOrInvalidDocumentOrTooManyIncluded"];
            403: components["responses"]["ClientIdForbidden"];
            404: components["responses"]["ObjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["TypeConflictOrIdempotencyKeyInUse"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidAttributeOrIdempotencyKeyReused"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrCommitOutcomeUnknown"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    getComputer: {
        parameters: {
            query?: {
                /** @description Related resources to include: paths of at most 5 relationships, each of which is included. */
                include?: components["parameters"]["ComputerInclude"];
                /** @description The fields of each person in the response; all by default, none if empty. */
                "fields[person]"?: components["parameters"]["FieldsPerson"];
                /** @description The fields of each computer in the response; all by default, none if empty. */
                "fields[computer]"?: components["parameters"]["FieldsComputer"];
                /** @description The maximum number of `computers` to show for each person; `links.next` of the relationship is the link to the next page. `0` shows all. Needs an `include` path that begins with `owner`. */
                "page[owner.computers][size]"?: components["parameters"]["ComputerPageOwnerComputersSize"];
                /** @description `true` counts the `computers` of each person in `meta.count` of the relationship. Needs an `include` path that begins with `owner`. */
                "page[owner.computers][total]"?: components["parameters"]["ComputerPageOwnerComputersTotal"];
                /** @description Sorts the members of relationships. Each key starts with the path of the relationship. `includeSort` and `includeFilter` together have at most 2048 bytes. */
                includeSort?: components["parameters"]["ComputerIncludeSort"];
                /** @description Shows only the members of relationships that match: a list of filter objects for each path. The primary data is not filtered. `includeSort` and `includeFilter` together have at most 2048 bytes. */
                includeFilter?: components["parameters"]["ComputerIncludeFilter"];
            };
            header?: {
                /** @description Entity tags from earlier responses. 412 if the resource (on GET: the response) has changed since, or if a set would be replaced and all matching tags are from responses with bounds. `*` matches any state. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags from earlier responses, or `*`. If one matches, GET returns 304 and a write 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the Computer.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The computer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["ComputerDocument"];
                    "application/vnd.api+json;profile=\"urn:uuid:0d3f4c62-7c0f-4d5a-9f0b-5b6f1f0e8a17\"": components["schemas"]["ComputerDocument11"];
                };
            };
            /** @description Not modified: `If-None-Match` contains the current entity tag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeaderOrTooManyIncluded"];
            404: components["responses"]["ObjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    deleteComputer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from earlier responses. 412 if the resource (on GET: the response) has changed since, or if a set would be replaced and all matching tags are from responses with bounds. `*` matches any state. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags from earlier responses, or `*`. If one matches, GET returns 304 and a write 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A new key for each write, such as a UUID in quotation marks. Repeating a request with its key within 86400 seconds changes nothing and returns the same response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the Computer.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["Deleted"];
                };
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeader"];
            404: components["responses"]["ObjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrCommitOutcomeUnknown"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    updateComputer: {
        parameters: {
            query?: {
                /** @description Related resources to include: paths of at most 5 relationships, each of which is included. */
                include?: components["parameters"]["ComputerInclude"];
                /** @description The fields of each person in the response; all by default, none if empty. */
                "fields[person]"?: components["parameters"]["FieldsPerson"];
                /** @description The fields of each computer in the response; all by default, none if empty. */
                "fields[computer]"?: components["parameters"]["FieldsComputer"];
            };
            header?: {
                /** @description Entity tags from earlier responses. 412 if the resource (on GET: the response) has changed since, or if a set would be replaced and all matching tags are from responses with bounds. `*` matches any state. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags from earlier responses, or `*`. If one matches, GET returns 304 and a write 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A new key for each write, such as a UUID in quotation marks. Repeating a request with its key within 86400 seconds changes nothing and returns the same response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the Computer.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "type": "computer",
                 *         "id": "1",
                 *         "attributes": {
                 *           "serial": "SN-1815-12"
                 *         }
                 *       }
                 *     }
                 */
                "application/vnd.api+json": components["schemas"]["ChangedComputer"];
            };
        };
        responses: {
            /** @description The computer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["ComputerDocument"];
                };
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeaderOrMalformedJsonOrInvalidDocumentOrTooManyIncluded"];
            404: components["responses"]["ObjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["TypeConflictOrIdConflictOrIdempotencyKeyInUse"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidAttributeOrIdempotencyKeyReused"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrCommitOutcomeUnknown"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    exportComputersCsv: {
        parameters: {
            query?: {
                /** @description The fields of each computer in the response; all by default, none if empty. */
                "fields[computer]"?: components["parameters"]["FieldsComputer"];
                /**
                 * @description A JSON list of filter objects, all of which must match: `[{"name":"serial","op":"match","val":"a"}]`. `or` and `and` take lists of them, `not` takes one.
                 *
                 *     - `eq`, `ne`, `gt`, `ge`, `lt`, `le`, `is_`, `isnot`: a value
                 *     - `between`: `[low, high]`
                 *     - `in_`, `notin_`: a list of values
                 *     - `like`, `notlike`, `ilike`, `notilike`, `startswith`, `endswith`, `match`: a text; for text fields
                 *     - `any`, `has`: a filter object; for to-many and to-one relationships
                 */
                filter?: components["parameters"]["ComputerFilterParameter"];
                /** @description Only resources whose `id` equals this value. May be repeated: all must match. */
                "filter[id]"?: components["parameters"]["ComputerFilterId"];
                /** @description Only resources whose `serial` equals this value. May be repeated: all must match. */
                "filter[serial]"?: components["parameters"]["ComputerFilterSerial"];
                /** @description Only resources whose `owner` equals this value. May be repeated: all must match. */
                "filter[owner]"?: components["parameters"]["ComputerFilterOwner"];
                /** @description Only resources whose `owner__id` equals this value. May be repeated: all must match. */
                "filter[owner__id]"?: components["parameters"]["ComputerFilterOwnerId"];
                /** @description Only resources whose `owner__name` equals this value. May be repeated: all must match. */
                "filter[owner__name]"?: components["parameters"]["ComputerFilterOwnerName"];
                /** @description Only resources whose `owner__email` equals this value. May be repeated: all must match. */
                "filter[owner__email]"?: components["parameters"]["ComputerFilterOwnerEmail"];
                /** @description Only resources whose `owner__birth_date` equals this value. May be repeated: all must match. */
                "filter[owner__birth_date]"?: components["parameters"]["ComputerFilterOwnerBirthDate"];
                /** @description Only resources whose `owner__computers` equals this value. May be repeated: all must match. */
                "filter[owner__computers]"?: components["parameters"]["ComputerFilterOwnerComputers"];
                /** @description Sort keys in order of precedence; `-` sorts in descending order. Ties are sorted by `id`. */
                sort?: components["parameters"]["ComputerSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All computers: a header line, then one line for each resource (RFC 4180). */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    /** @description A file to save under the name at the end of the path. */
                    "Content-Disposition": "attachment";
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeader"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    exportComputersNdjson: {
        parameters: {
            query?: {
                /** @description The fields of each computer in the response; all by default, none if empty. */
                "fields[computer]"?: components["parameters"]["FieldsComputer"];
                /**
                 * @description A JSON list of filter objects, all of which must match: `[{"name":"serial","op":"match","val":"a"}]`. `or` and `and` take lists of them, `not` takes one.
                 *
                 *     - `eq`, `ne`, `gt`, `ge`, `lt`, `le`, `is_`, `isnot`: a value
                 *     - `between`: `[low, high]`
                 *     - `in_`, `notin_`: a list of values
                 *     - `like`, `notlike`, `ilike`, `notilike`, `startswith`, `endswith`, `match`: a text; for text fields
                 *     - `any`, `has`: a filter object; for to-many and to-one relationships
                 */
                filter?: components["parameters"]["ComputerFilterParameter"];
                /** @description Only resources whose `id` equals this value. May be repeated: all must match. */
                "filter[id]"?: components["parameters"]["ComputerFilterId"];
                /** @description Only resources whose `serial` equals this value. May be repeated: all must match. */
                "filter[serial]"?: components["parameters"]["ComputerFilterSerial"];
                /** @description Only resources whose `owner` equals this value. May be repeated: all must match. */
                "filter[owner]"?: components["parameters"]["ComputerFilterOwner"];
                /** @description Only resources whose `owner__id` equals this value. May be repeated: all must match. */
                "filter[owner__id]"?: components["parameters"]["ComputerFilterOwnerId"];
                /** @description Only resources whose `owner__name` equals this value. May be repeated: all must match. */
                "filter[owner__name]"?: components["parameters"]["ComputerFilterOwnerName"];
                /** @description Only resources whose `owner__email` equals this value. May be repeated: all must match. */
                "filter[owner__email]"?: components["parameters"]["ComputerFilterOwnerEmail"];
                /** @description Only resources whose `owner__birth_date` equals this value. May be repeated: all must match. */
                "filter[owner__birth_date]"?: components["parameters"]["ComputerFilterOwnerBirthDate"];
                /** @description Only resources whose `owner__computers` equals this value. May be repeated: all must match. */
                "filter[owner__computers]"?: components["parameters"]["ComputerFilterOwnerComputers"];
                /** @description Sort keys in order of precedence; `-` sorts in descending order. Ties are sorted by `id`. */
                sort?: components["parameters"]["ComputerSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All computers: one resource object per line. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    /** @description A file to save under the name at the end of the path. */
                    "Content-Disposition": "attachment";
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeader"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    getComputerOwner: {
        parameters: {
            query?: {
                /** @description Related resources to include: paths of at most 5 relationships, each of which is included. */
                include?: components["parameters"]["PersonInclude"];
                /** @description The fields of each person in the response; all by default, none if empty. */
                "fields[person]"?: components["parameters"]["FieldsPerson"];
                /** @description The fields of each computer in the response; all by default, none if empty. */
                "fields[computer]"?: components["parameters"]["FieldsComputer"];
                /** @description The maximum number of `computers` to show for each person; `links.next` of the relationship is the link to the next page. `0` shows all. */
                "page[computers][size]"?: components["parameters"]["PersonPageComputersSize"];
                /** @description `true` counts the `computers` of each person in `meta.count` of the relationship. */
                "page[computers][total]"?: components["parameters"]["PersonPageComputersTotal"];
                /** @description Sorts the members of relationships. Each key starts with the path of the relationship. `includeSort` and `includeFilter` together have at most 2048 bytes. */
                includeSort?: components["parameters"]["PersonIncludeSort"];
                /** @description Shows only the members of relationships that match: a list of filter objects for each path. The primary data is not filtered. `includeSort` and `includeFilter` together have at most 2048 bytes. */
                includeFilter?: components["parameters"]["PersonIncludeFilter"];
            };
            header?: {
                /** @description Entity tags from earlier responses. 412 if the resource (on GET: the response) has changed since, or if a set would be replaced and all matching tags are from responses with bounds. `*` matches any state. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags from earlier responses, or `*`. If one matches, GET returns 304 and a write 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the Computer.
                 * @example 1
                 */
                computer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The related resource; `null` if there is none. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["PersonOrNullDocument"];
                    "application/vnd.api+json;profile=\"urn:uuid:0d3f4c62-7c0f-4d5a-9f0b-5b6f1f0e8a17\"": components["schemas"]["PersonOrNullDocument11"];
                };
            };
            /** @description Not modified: `If-None-Match` contains the current entity tag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeaderOrTooManyIncluded"];
            404: components["responses"]["ObjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    deleteComputerOwner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from earlier responses. 412 if the resource (on GET: the response) has changed since, or if a set would be replaced and all matching tags are from responses with bounds. `*` matches any state. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags from earlier responses, or `*`. If one matches, GET returns 304 and a write 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A new key for each write, such as a UUID in quotation marks. Repeating a request with its key within 86400 seconds changes nothing and returns the same response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the Computer.
                 * @example 1
                 */
                computer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["Deleted"];
                };
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeader"];
            404: components["responses"]["ObjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrCommitOutcomeUnknown"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    updateComputerOwner: {
        parameters: {
            query?: {
                /** @description Related resources to include: paths of at most 5 relationships, each of which is included. */
                include?: components["parameters"]["PersonInclude"];
                /** @description The fields of each person in the response; all by default, none if empty. */
                "fields[person]"?: components["parameters"]["FieldsPerson"];
                /** @description The fields of each computer in the response; all by default, none if empty. */
                "fields[computer]"?: components["parameters"]["FieldsComputer"];
            };
            header?: {
                /** @description Entity tags from earlier responses. 412 if the resource (on GET: the response) has changed since, or if a set would be replaced and all matching tags are from responses with bounds. `*` matches any state. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags from earlier responses, or `*`. If one matches, GET returns 304 and a write 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A new key for each write, such as a UUID in quotation marks. Repeating a request with its key within 86400 seconds changes nothing and returns the same response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the Computer.
                 * @example 1
                 */
                computer_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "type": "person",
                 *         "id": "1",
                 *         "attributes": {
                 *           "name": "Ada Lovelace",
                 *           "email": "ada@example.org",
                 *           "birth_date": "1815-12-10"
                 *         }
                 *       }
                 *     }
                 */
                "application/vnd.api+json": components["schemas"]["ChangedPerson"];
            };
        };
        responses: {
            /** @description The related resource. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["PersonDocument"];
                };
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeaderOrMalformedJsonOrInvalidDocumentOrTooManyIncluded"];
            404: components["responses"]["ObjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["TypeConflictOrIdConflictOrIdempotencyKeyInUse"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidAttributeOrIdempotencyKeyReused"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrCommitOutcomeUnknown"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    getComputerOwnerLinkage: {
        parameters: {
            query?: {
                /** @description Related resources to include: paths of at most 5 relationships, each of which is included. */
                include?: components["parameters"]["ComputerInclude"];
                /** @description The fields of each person in the response; all by default, none if empty. */
                "fields[person]"?: components["parameters"]["FieldsPerson"];
                /** @description The fields of each computer in the response; all by default, none if empty. */
                "fields[computer]"?: components["parameters"]["FieldsComputer"];
                /** @description The maximum number of `computers` to show for each person; `links.next` of the relationship is the link to the next page. `0` shows all. Needs an `include` path that begins with `owner`. */
                "page[owner.computers][size]"?: components["parameters"]["ComputerPageOwnerComputersSize"];
                /** @description `true` counts the `computers` of each person in `meta.count` of the relationship. Needs an `include` path that begins with `owner`. */
                "page[owner.computers][total]"?: components["parameters"]["ComputerPageOwnerComputersTotal"];
                /** @description Sorts the members of relationships. Each key starts with the path of the relationship. `includeSort` and `includeFilter` together have at most 2048 bytes. */
                includeSort?: components["parameters"]["ComputerOwnerLinkageIncludeSort"];
                /** @description Shows only the members of relationships that match: a list of filter objects for each path. The primary data is not filtered. `includeSort` and `includeFilter` together have at most 2048 bytes. */
                includeFilter?: components["parameters"]["ComputerOwnerLinkageIncludeFilter"];
            };
            header?: {
                /** @description Entity tags from earlier responses. 412 if the resource (on GET: the response) has changed since, or if a set would be replaced and all matching tags are from responses with bounds. `*` matches any state. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags from earlier responses, or `*`. If one matches, GET returns 304 and a write 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the Computer.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The identifiers of the related resources. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["ComputerOwnerLinkage"];
                    "application/vnd.api+json;profile=\"urn:uuid:0d3f4c62-7c0f-4d5a-9f0b-5b6f1f0e8a17\"": components["schemas"]["ComputerOwnerLinkage11"];
                };
            };
            /** @description Not modified: `If-None-Match` contains the current entity tag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeaderOrTooManyIncluded"];
            404: components["responses"]["ObjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    linkComputerOwner: {
        parameters: {
            query?: {
                /** @description Related resources to include: paths of at most 5 relationships, each of which is included. */
                include?: components["parameters"]["ComputerInclude"];
                /** @description The fields of each person in the response; all by default, none if empty. */
                "fields[person]"?: components["parameters"]["FieldsPerson"];
                /** @description The fields of each computer in the response; all by default, none if empty. */
                "fields[computer]"?: components["parameters"]["FieldsComputer"];
            };
            header?: {
                /** @description Entity tags from earlier responses. 412 if the resource (on GET: the response) has changed since, or if a set would be replaced and all matching tags are from responses with bounds. `*` matches any state. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags from earlier responses, or `*`. If one matches, GET returns 304 and a write 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A new key for each write, such as a UUID in quotation marks. Repeating a request with its key within 86400 seconds changes nothing and returns the same response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the Computer.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "type": "person",
                 *         "id": "1"
                 *       }
                 *     }
                 */
                "application/vnd.api+json": {
                    data: components["schemas"]["PersonIdentifier"] | null | components["schemas"]["PersonIdentifier"][];
                };
            };
        };
        responses: {
            /** @description The computer with the changed relationship; the related resources are included. In JSON:API 1.1, the identifiers of the related resources instead. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["ComputerDocument"];
                };
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeaderOrMalformedJsonOrInvalidDocumentOrTooManyIncluded"];
            404: components["responses"]["ObjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["TypeConflictOrIdempotencyKeyInUse"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrCommitOutcomeUnknown"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    unlinkComputerOwner: {
        parameters: {
            query?: {
                /** @description Related resources to include: paths of at most 5 relationships, each of which is included. */
                include?: components["parameters"]["ComputerInclude"];
                /** @description The fields of each person in the response; all by default, none if empty. */
                "fields[person]"?: components["parameters"]["FieldsPerson"];
                /** @description The fields of each computer in the response; all by default, none if empty. */
                "fields[computer]"?: components["parameters"]["FieldsComputer"];
            };
            header?: {
                /** @description Entity tags from earlier responses. 412 if the resource (on GET: the response) has changed since, or if a set would be replaced and all matching tags are from responses with bounds. `*` matches any state. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags from earlier responses, or `*`. If one matches, GET returns 304 and a write 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A new key for each write, such as a UUID in quotation marks. Repeating a request with its key within 86400 seconds changes nothing and returns the same response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the Computer.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "type": "person",
                 *         "id": "1"
                 *       }
                 *     }
                 */
                "application/vnd.api+json": {
                    data: components["schemas"]["PersonIdentifier"] | null | components["schemas"]["PersonIdentifier"][];
                };
            };
        };
        responses: {
            /** @description The computer with the changed relationship; the related resources are included. In JSON:API 1.1, the identifiers of the related resources instead. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["ComputerDocument"];
                };
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeaderOrMalformedJsonOrInvalidDocumentOrTooManyIncluded"];
            404: components["responses"]["ObjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["TypeConflictOrIdempotencyKeyInUse"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrCommitOutcomeUnknown"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    replaceComputerOwner: {
        parameters: {
            query?: {
                /** @description Related resources to include: paths of at most 5 relationships, each of which is included. */
                include?: components["parameters"]["ComputerInclude"];
                /** @description The fields of each person in the response; all by default, none if empty. */
                "fields[person]"?: components["parameters"]["FieldsPerson"];
                /** @description The fields of each computer in the response; all by default, none if empty. */
                "fields[computer]"?: components["parameters"]["FieldsComputer"];
            };
            header?: {
                /** @description Entity tags from earlier responses. 412 if the resource (on GET: the response) has changed since, or if a set would be replaced and all matching tags are from responses with bounds. `*` matches any state. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags from earlier responses, or `*`. If one matches, GET returns 304 and a write 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A new key for each write, such as a UUID in quotation marks. Repeating a request with its key within 86400 seconds changes nothing and returns the same response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the Computer.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "type": "person",
                 *         "id": "1"
                 *       }
                 *     }
                 */
                "application/vnd.api+json": {
                    data: components["schemas"]["PersonIdentifier"] | null;
                };
            };
        };
        responses: {
            /** @description The computer with the changed relationship; the related resources are included. In JSON:API 1.1, the identifiers of the related resources instead. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["ComputerDocument"];
                };
            };
            400: components["responses"]["MalformedRequestOrInvalidParameterOrInvalidHeaderOrMalformedJsonOrInvalidDocumentOrTooManyIncluded"];
            404: components["responses"]["ObjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["TypeConflictOrIdempotencyKeyInUse"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrCommitOutcomeUnknown"];
            504: components["responses"]["QueryTimeout"];
        };
    };
}
